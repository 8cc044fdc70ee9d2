import { lazy, Suspense } from 'react';
import type { EditorProps } from './editor';
import { Loading } from './pieces';

const Editor = lazy(() => import('./editor'));

/** The editor, which is loaded when one is first shown. */
export const LazyEditor = (props: EditorProps) => (
  <Suspense fallback={<Loading what="the editor" />}>
    <Editor {...props} />
  </Suspense>
);
