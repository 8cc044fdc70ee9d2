/** A number that a double cannot hold: kept as it was written, so that nothing is lost on the way. */
export class LongNumber {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
  toString(): string {
    return this.source;
  }
}

export type Json =
  | null
  | boolean
  | number
  | string
  | LongNumber
  | Json[]
  | { [name: string]: Json };
export type JsonObject = { [name: string]: Json };

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof LongNumber);

/** Reads JSON without losing digits. Throws a SyntaxError as JSON.parse does. */
export function parseJson(text: string): Json {
  return /[\d.]{16}/.test(text) ? new LosslessReader(text).read() : (JSON.parse(text) as Json);
}

/** As `parseJson`, slower, and the error always tells the position. */
export const parseForEditing = (text: string): Json => new LosslessReader(text).read();

/** Writes JSON in one line, or indented. */
export const writeJson = (value: Json, indent = 0): string =>
  // What the browser has is much quicker, and knows no long numbers.
  hasLong(value) ? write(value, indent, '') : JSON.stringify(value, null, indent);

function hasLong(value: Json): boolean {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  return value instanceof LongNumber || Object.values(value).some(hasLong);
}

/** The beginning of what JSON has for a value: at least so many characters if there are as many. */
export function briefJson(value: Json, enough: number): string {
  if (value instanceof LongNumber || typeof value !== 'object' || value === null) {
    return writeJson(value);
  }
  const isArray = Array.isArray(value);
  let text = isArray ? '[' : '{';
  for (const name in value) {
    if (Object.hasOwn(value, name)) {
      const inner = (value as JsonObject)[name] as Json;
      text += text.length > 1 ? ',' : '';
      text += isArray ? '' : `${JSON.stringify(name)}:`;
      text += briefJson(inner, enough - text.length);
      if (text.length > enough) {
        return text;
      }
    }
  }
  return text + (isArray ? ']' : '}');
}

function write(value: Json, indent: number, at: string): string {
  if (value instanceof LongNumber) {
    return value.source;
  }
  if (typeof value !== 'object' || value === null) {
    return JSON.stringify(value);
  }
  const inner = at + ' '.repeat(indent);
  const [open, close, members] = Array.isArray(value)
    ? ['[', ']', value.map((each) => write(each, indent, inner))]
    : [
        '{',
        '}',
        Object.entries(value).map(
          ([name, each]) =>
            `${JSON.stringify(name)}:${indent ? ' ' : ''}${write(each, indent, inner)}`,
        ),
      ];
  if (members.length === 0) {
    return open + close;
  }
  return indent
    ? `${open}\n${inner}${members.join(`,\n${inner}`)}\n${at}${close}`
    : `${open}${members.join(',')}${close}`;
}

/** As JSON, in characters that a header can carry. */
export const asciiJson = (value: Json): string =>
  writeJson(value).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

class LosslessReader {
  private at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  read(): Json {
    const value = this.value(0);
    this.space();
    if (this.at < this.text.length) {
      throw this.failure();
    }
    return value;
  }

  private value(depth: number): Json {
    if (depth > 500) {
      throw new SyntaxError('The JSON is nested too deeply.');
    }
    this.space();
    switch (this.text[this.at]) {
      case '{':
        return this.object(depth);
      case '[':
        return this.array(depth);
      case '"':
        return this.string();
      default:
        return this.scalar();
    }
  }

  private object(depth: number): JsonObject {
    const members: JsonObject = {};
    this.list('}', () => {
      this.space();
      const name = this.string();
      this.space();
      this.take(':');
      const value = this.value(depth + 1);
      // Defined, not assigned: a member may be called __proto__.
      Object.defineProperty(members, name, {
        value,
        enumerable: true,
        writable: true,
        configurable: true,
      });
    });
    return members;
  }

  private array(depth: number): Json[] {
    const elements: Json[] = [];
    this.list(']', () => elements.push(this.value(depth + 1)));
    return elements;
  }

  private list(end: string, element: () => void): void {
    this.at++;
    this.space();
    if (this.text[this.at] === end) {
      this.at++;
      return;
    }
    for (;;) {
      element();
      this.space();
      if (this.text[this.at] === end) {
        this.at++;
        return;
      }
      this.take(',');
    }
  }

  private string(): string {
    const match = this.match(/"(?:[^"\\]|\\.)*"/y);
    return JSON.parse(match) as string;
  }

  private scalar(): Json {
    const word = this.match(/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y);
    const value = JSON.parse(word) as Json;
    return typeof value === 'number' && !sameNumber(word, value) ? new LongNumber(word) : value;
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (!found) {
      throw this.failure();
    }
    this.at = pattern.lastIndex;
    return found[0];
  }

  private take(character: string): void {
    if (this.text[this.at] !== character) {
      throw this.failure();
    }
    this.at++;
  }

  private space(): void {
    while (/[ \t\r\n]/.test(this.text[this.at] ?? '')) {
      this.at++;
    }
  }

  private failure(): SyntaxError {
    return new SyntaxError(`This is no JSON from position ${this.at} on.`);
  }
}

/** Whether the shortest text of the double has the digits that were written. */
function sameNumber(word: string, value: number): boolean {
  return Number.isFinite(value) && digits(word) === digits(String(value));
}

/** Significant digits and where the point is. */
function digits(word: string): string {
  const [mantissa = '', exponent = '0'] = word.replace('-', '').toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const all = (whole + fraction).replace(/^0+/, '');
  const leading = (whole + fraction).length - all.length;
  const significant = all.replace(/0+$/, '');
  const point = whole.length - leading + Number(exponent);
  return significant === '' ? '0' : `${significant}@${point}`;
}
