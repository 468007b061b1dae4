/** Playwright includes the types of Chromium's DevTools protocol but doesn't export them by name. */
export type { Protocol } from '../../../node_modules/playwright-core/types/protocol.d.ts'
