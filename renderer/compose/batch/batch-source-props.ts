import type { FailedOutcome } from '../../../shared/ipc/outcome.ts'
import type { Capability } from '../../../shared/form/capability.ts'
import type { Field, TextField } from '../../../shared/form/fields.ts'
import type { Values } from '../../../shared/form/values.ts'
import type { BatchInput } from './batch-input.ts'

/** A form's main text, which the dialog can change. */
export type BatchText = { readonly field: TextField; readonly onChange: (value: string) => void }

/** Props of each batch source, such as a folder or a table. */
export type BatchSourceProps = {
  readonly capability: Capability
  /** Fields of all the capability's modes. */
  readonly fields: readonly Field[]
  /** Current form values. */
  readonly values: Values
  /** Null if the form has no main text. */
  readonly text: BatchText | null
  readonly batchRequest: BatchInput
  readonly onChange: (batchRequest: BatchInput) => void
  /** Called if a table or folder couldn't be read. */
  readonly onError: (refusal: FailedOutcome) => void
}
