/** Re-exported by path, because Playwright includes the types of Chromium's DevTools protocol but doesn't export them. */
export type { Protocol } from '../../../node_modules/playwright-core/types/protocol.d.ts'
