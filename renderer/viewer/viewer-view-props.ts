import type { ComponentType } from 'react'
import type { ValuesOrigin } from '../navigation/form-prefill.ts'

export type ViewerViewProps = {
  /** ID of a library item, with or without a task in the queue. */
  readonly itemId: string
  /** Library keys of the results to browse, in order. Null to browse all results, newest first. */
  readonly among: Uint32Array | null
  /** The button that opens the tags and collections of a library item. */
  readonly Tags: ComponentType<{ readonly itemKey: number }>
  /** The button that submits the same values again, with its price and any confirmation. */
  readonly RunAgain: ComponentType<{ readonly origin: ValuesOrigin }>
}
