import { autocompletion, type Completion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  StreamLanguage,
  syntaxHighlighting,
} from '@codemirror/language';
import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import { Annotation, EditorState, Prec } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { FUNCTIONS, KEYWORDS } from '../lib/sql-words';

/** A place in the text that something is wrong with. */
export type Mark = Diagnostic;

export interface EditorProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  language: 'sql' | 'json' | 'javascript';
  /** Ctrl+Enter: the selection, or all of it. */
  onRun?: (text: string) => void;
  words?: readonly string[];
  marks?: readonly Mark[];
  readOnly?: boolean;
  minHeight?: string;
  maxHeight?: string;
}

const LARGE = 100_000;

/** Marks a change that came from the page, which it need not be told. */
const FROM_PAGE = Annotation.define<boolean>();

const SQL = StreamLanguage.define<null>({
  startState: () => null,
  token(stream) {
    if (stream.eatSpace()) {
      return null;
    }
    if (stream.match(/^--.*/)) {
      return 'comment';
    }
    if (stream.match(/^'(?:[^'\\]|\\.)*'?/) || stream.match(/^"(?:[^"\\]|\\.)*"?/)) {
      return 'string';
    }
    if (stream.match(/^@\w+/)) {
      return 'atom';
    }
    if (stream.match(/^\d+(\.\d+)?([eE][+-]?\d+)?/)) {
      return 'number';
    }
    const word = stream.match(/^[A-Za-z_]\w*/) as RegExpMatchArray | null;
    if (word) {
      const text = word[0].toUpperCase();
      return KEYWORDS.has(text) ? 'keyword' : FUNCTIONS.has(text) ? 'function' : 'variable';
    }
    stream.next();
    return 'operator';
  },
  tokenTable: { function: tags.function(tags.variableName) },
});

const WORDS =
  /^(?:function|var|let|const|return|if|else|for|while|do|break|continue|new|throw|try|catch|finally|typeof|in|of|true|false|null|undefined)\b/;

const JAVASCRIPT = StreamLanguage.define<{ comment: boolean }>({
  startState: () => ({ comment: false }),
  token(stream, state) {
    if (state.comment || stream.match('/*')) {
      state.comment = !stream.match(/^.*?\*\//);
      if (state.comment) {
        stream.skipToEnd();
      }
      return 'comment';
    }
    if (stream.eatSpace()) {
      return null;
    }
    if (stream.match(/^\/\/.*/)) {
      return 'comment';
    }
    if (stream.match(/^(?:'(?:[^'\\]|\\.)*'?|"(?:[^"\\]|\\.)*"?|`(?:[^`\\]|\\.)*`?)/)) {
      return 'string';
    }
    if (stream.match(/^\d[\w.]*/)) {
      return 'number';
    }
    if (stream.match(WORDS)) {
      return 'keyword';
    }
    if (stream.match(/^[A-Za-z_$][\w$]*/)) {
      return 'variable';
    }
    stream.next();
    return 'operator';
  },
});

const LANGUAGES = { sql: () => SQL, json, javascript: () => JAVASCRIPT };

const COLOURS = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--accent)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--warn)' },
  { tag: tags.comment, color: 'var(--quiet)', fontStyle: 'italic' },
  { tag: tags.function(tags.variableName), color: 'var(--bad)' },
  { tag: tags.propertyName, color: 'var(--accent)' },
]);

const LOOK = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'var(--surface)', fontSize: '0.88rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-content': { fontFamily: 'var(--mono)', caretColor: 'var(--text)' },
  // The library draws this line as a picture with inline styles, which the policy forbids.
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bad)',
    textUnderlineOffset: '3px',
  },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': {
    backgroundColor: 'var(--raised)',
    color: 'var(--quiet)',
    border: 'none',
  },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { backgroundColor: 'var(--accent-ground)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    border: '1px solid var(--line)',
    borderRadius: '6px',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--on-accent)',
  },
});

/**
 * A text that is edited. It lives in a shadow root: there the library keeps its style sheets as
 * objects, which the page's policy allows, and not as inline styles, which it forbids.
 */
export default function Editor(props: EditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(props);
  latest.current = props;

  // biome-ignore lint/correctness/useExhaustiveDependencies: made once; what changes is handed on below
  useEffect(() => {
    const element = host.current;
    if (!element) {
      return;
    }
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const made = new EditorView({
      root,
      parent: root,
      state: EditorState.create({ doc: props.value, extensions: extensions(props, latest) }),
    });
    view.current = made;
    return () => {
      made.destroy();
      view.current = null;
    };
  }, []);

  useLayoutEffect(() => {
    const editor = view.current;
    if (editor && editor.state.doc.toString() !== props.value) {
      editor.dispatch({
        changes: { from: 0, to: editor.state.doc.length, insert: props.value },
        annotations: FROM_PAGE.of(true),
      });
    }
  }, [props.value]);

  useEffect(() => {
    const editor = view.current;
    if (editor) {
      const length = editor.state.doc.length;
      const fitting = (props.marks ?? []).map((mark) => ({
        ...mark,
        from: Math.min(mark.from, length),
        to: Math.min(mark.to, length),
      }));
      editor.dispatch(setDiagnostics(editor.state, fitting));
    }
  }, [props.marks]);

  return <div className="editor" ref={host} />;
}

function extensions(props: EditorProps, latest: { current: EditorProps }) {
  const run = (editor: EditorView): boolean => {
    const { from, to } = editor.state.selection.main;
    const text = from < to ? editor.state.sliceDoc(from, to) : editor.state.doc.toString();
    latest.current.onRun?.(text);
    return latest.current.onRun !== undefined;
  };
  return [
    lineNumbers(),
    history(),
    drawSelection(),
    indentOnInput(),
    // Colours and wrapped lines need a look at the whole text, which takes long if it is long.
    props.value.length > LARGE
      ? []
      : [
          LANGUAGES[props.language](),
          syntaxHighlighting(COLOURS),
          bracketMatching(),
          EditorView.lineWrapping,
        ],
    LOOK,
    EditorView.theme({
      '.cm-scroller': {
        minHeight: props.minHeight ?? '7rem',
        maxHeight: props.maxHeight ?? '26rem',
        overflow: 'auto',
      },
    }),
    EditorView.contentAttributes.of({ 'aria-label': props.label, tabindex: '0' }),
    EditorState.readOnly.of(props.readOnly ?? false),
    Prec.highest(keymap.of([{ key: 'Mod-Enter', run }])),
    keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
    EditorView.updateListener.of((update) => {
      if (update.docChanged && !update.transactions.some((each) => each.annotation(FROM_PAGE))) {
        // At once: a render that lags behind the keyboard would put an older text over a newer one.
        flushSync(() => latest.current.onChange(update.state.doc.toString()));
      }
    }),
    props.language === 'sql'
      ? autocompletion({ override: [(context) => complete(context, latest.current.words ?? [])] })
      : [],
  ];
}

function complete(
  context: {
    matchBefore: (pattern: RegExp) => { from: number; text: string } | null;
    explicit: boolean;
    pos: number;
  },
  words: readonly string[],
) {
  const before = context.matchBefore(/[\w.]+/);
  if (!before && !context.explicit) {
    return null;
  }
  const option =
    (type: string) =>
    (label: string): Completion => ({ label, type });
  return {
    from: before?.from ?? context.pos,
    options: [
      ...words.map(option('property')),
      ...[...KEYWORDS].map(option('keyword')),
      ...[...FUNCTIONS].map(option('function')),
    ],
    validFor: /^[\w.]*$/,
  };
}
