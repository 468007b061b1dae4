import type { Capability } from '../../../shared/capability.ts'
import type { Field } from '../../../shared/fields.ts'
import type { Values } from '../../../shared/values.ts'
import type { Refusal } from '../use-compose-form.ts'
import type { BatchWish } from './batch-wish.ts'

/** What each way of making rows is given. */
export type WayProps = {
  readonly capability: Capability
  /** Of all modes. */
  readonly fields: readonly Field[]
  /** What the form holds. */
  readonly values: Values
  readonly wish: BatchWish
  readonly onChange: (wish: BatchWish) => void
  /** A table or folder that could not be read. */
  readonly onTrouble: (refusal: Refusal) => void
}
