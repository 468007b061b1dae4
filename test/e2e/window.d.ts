import type axe from 'axe-core'
import type { KilnBridge } from '../../shared/ipc/ipc.ts'

declare global {
  /** The page's global bridge, for `page.evaluate`. */
  interface Window {
    readonly kiln: KilnBridge
    /** Added by `violationsOf`. */
    readonly axe: typeof axe
  }
}
