import { mediaReferencesIn, valueNamed } from '../../../shared/form/fields.ts'
import type { MediaReference } from '../../../shared/form/values.ts'
import type { StoredBatchPlan } from './batch-planner.ts'

/** Returns the first file or library item in each cell of the rows that the plan shows. Null if the cell has neither. */
export function mediaInCells({
  plan,
  rows,
  fields
}: Pick<StoredBatchPlan, 'plan' | 'rows' | 'fields'>): readonly (readonly (MediaReference | null)[])[] {
  return rows
    .slice(0, plan.rows.length)
    .map(({ values }) => fields.map(({ name }) => mediaReferencesIn({ [name]: valueNamed(values, name) ?? null })[0]?.reference ?? null))
}
