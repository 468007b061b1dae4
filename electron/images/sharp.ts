/**
 * Imports sharp for the threads that `open-image-thread.ts` starts. On Linux, these threads disable native addons, so sharp loads its
 * WebAssembly build. The native build has its own GLib, which crashes beside Electron's.
 * See decisions/2026-11-23-decode-images-in-webassembly-on-linux.md
 */
if (process.platform === 'linux' && !process.execArgv.includes('--no-addons'))
  throw new Error('On Linux, sharp can be loaded only in a thread of electron/images/open-image-thread.ts.')

export const { default: sharp } = await import('sharp')
export type { CreateRaw, OverlayOptions, Sharp } from 'sharp'
