export interface DiffLine {
  kind: 'same' | 'theirs' | 'mine';
  text: string;
}

const LINES_MAX = 1500;

/** Lines that only one side has, in place. Longer texts are shown one after the other. */
export function diff(theirs: string, mine: string): DiffLine[] {
  const left = theirs.split('\n');
  const right = mine.split('\n');
  if (left.length > LINES_MAX || right.length > LINES_MAX) {
    return [...left.map(line('theirs')), ...right.map(line('mine'))];
  }
  const common = lengths(left, right);
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < left.length && j < right.length) {
    if (left[i] === right[j]) {
      lines.push({ kind: 'same', text: left[i] as string });
      i++;
      j++;
    } else if (at(common, i + 1, j) >= at(common, i, j + 1)) {
      lines.push({ kind: 'theirs', text: left[i++] as string });
    } else {
      lines.push({ kind: 'mine', text: right[j++] as string });
    }
  }
  return [...lines, ...left.slice(i).map(line('theirs')), ...right.slice(j).map(line('mine'))];
}

const line =
  (kind: DiffLine['kind']) =>
  (text: string): DiffLine => ({ kind, text });

const at = (table: Uint16Array[], i: number, j: number): number => table[i]?.[j] ?? 0;

/** How many lines the rests from i and j on have in common. */
function lengths(left: string[], right: string[]): Uint16Array[] {
  const table = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  for (let i = left.length - 1; i >= 0; i--) {
    const row = table[i] as Uint16Array;
    for (let j = right.length - 1; j >= 0; j--) {
      row[j] =
        left[i] === right[j]
          ? at(table, i + 1, j + 1) + 1
          : Math.max(at(table, i + 1, j), at(table, i, j + 1));
    }
  }
  return table;
}
