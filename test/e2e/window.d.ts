import type { KilnBridge } from '../../shared/ipc.ts'

declare global {
  /** What `page.evaluate` finds in the page. */
  interface Window {
    readonly kiln: KilnBridge
  }
}
