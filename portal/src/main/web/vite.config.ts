import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const out = '../../../target/classes/io/orrery/portal/web';

/** The server sends these to browsers that take them, and never compresses anything itself. */
function compress() {
  return {
    name: 'compress',
    apply: 'build' as const,
    writeBundle() {
      for (const folder of [out, join(out, 'assets')]) {
        for (const entry of readdirSync(folder, { withFileTypes: true })) {
          if (entry.isFile() && !entry.name.endsWith('.gz')) {
            const file = join(folder, entry.name);
            writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
          }
        }
      }
    },
  };
}

export default defineConfig({
  base: '/_explorer/',
  plugins: [react(), compress()],
  build: {
    outDir: out,
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    // ECharts and CodeMirror, each loaded when it is first needed.
    chunkSizeWarningLimit: 800,
  },
  // No test waits for anything: what takes seconds is a machine that has other things to do.
  test: { include: ['src/**/*.test.ts'], testTimeout: 60_000 },
});
