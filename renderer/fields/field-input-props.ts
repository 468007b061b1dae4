import type { ReactNode } from 'react'
import type { Field } from '../../shared/fields.ts'
import { innerName } from '../../shared/fields.ts'
import type { Problem } from '../../shared/problem.ts'
import type { Value } from '../../shared/values.ts'

/** What every input gets. Undefined values: nobody chose yet; the service's default is shown, not sent. */
export type FieldInputProps<F extends Field = Field> = {
  readonly field: F
  readonly value: Value | undefined
  readonly onChange: (value: Value | undefined) => void
  /** What is wrong with this field and should be said beside it. */
  readonly problems: readonly Problem[]
  /** At the right of the label, such as "10 credits each". */
  readonly aside?: ReactNode
}

/** Id of the element to go to when something is to be mended there. */
export function fieldElementId(name: string, index: number | null = null): string {
  return index === null ? `field-${name}` : `field-${name}-${index + 1}`
}

/** The problems of a field, and of everything inside it. */
export function problemsWithin(name: string, problems: readonly Problem[]): readonly Problem[] {
  return problems.filter(({ field }) => field === name || (field !== null && field.startsWith(innerName(name, ''))))
}

/** The first message, which is enough beside the field; the list of reasons says them all. */
export function firstMessage(problems: readonly Problem[]): string | null {
  return problems[0]?.message ?? null
}
