/**
 * How threads import sharp. Threads started by `open-image-thread.ts` read this file. On Linux native addons are disabled in them, and
 * sharp loads its WebAssembly build instead. The native build has its own GLib, which crashes beside the one that Electron is linked to.
 * Why: decisions/2026-11-23-decode-images-in-webassembly-on-linux.md
 */
if (process.platform === 'linux' && !process.execArgv.includes('--no-addons'))
  throw new Error('On Linux sharp is loaded only in a thread of electron/images/open-image-thread.ts.')

export const { default: sharp } = await import('sharp')
export type { OverlayOptions, Sharp } from 'sharp'
