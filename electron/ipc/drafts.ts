import { randomUUID } from 'node:crypto'
import { mediaPaths } from '../../shared/media-paths.ts'
import type { DraftMedia, MediaFacts } from '../../shared/media-facts.ts'
import type { Problem } from '../../shared/problem.ts'
import { SubmissionProblems } from '../../shared/problem.ts'
import type { Value, Values } from '../../shared/values.ts'
import { isDraftReference, isFileReference } from '../../shared/values.ts'

type Draft = { readonly path: string; readonly facts: MediaFacts }

/** Files that a person handed to the window. Main keeps their paths; the page has tokens that mean nothing elsewhere. */
export type Drafts = {
  readonly add: (path: string, facts: MediaFacts) => DraftMedia
  readonly find: (token: string) => Draft | null
  /**
   * The values with every token replaced by the file it stands for.
   *
   * @throws SubmissionProblems for a token that isn't known (the app was started anew since), and for a path: a page never names one.
   */
  readonly resolve: (values: Values) => Values
}

export function createDrafts(): Drafts {
  const drafts = new Map<string, Draft>()

  return {
    add: (path, facts) => {
      const draft = randomUUID()
      drafts.set(draft, { path, facts })
      return { draft, facts, previewUrl: mediaPaths.draft(draft) }
    },
    find: (token) => drafts.get(token) ?? null,
    resolve: (values) => {
      const problems: Problem[] = []
      const resolved = Object.entries(values).map(
        ([field, value]) => [field, resolveValue(value, { field, index: null }, problems)] as const
      )
      if (problems.length > 0) throw new SubmissionProblems(problems)
      return Object.fromEntries(resolved)
    }
  }

  function resolveValue(value: Value, place: { field: string; index: number | null }, problems: Problem[]): Value {
    if (isDraftReference(value)) {
      const draft = drafts.get(value.draft)
      if (draft !== undefined) return { file: draft.path }
      problems.push({ ...place, message: 'Choose this file again: Kiln was started anew since it was chosen.' })
      return null
    }
    if (isFileReference(value)) {
      problems.push({ ...place, message: 'Choose this file again.' })
      return null
    }
    if (Array.isArray(value))
      return value.map((item: Value, index) => resolveValue(item, { field: place.field, index: place.index ?? index }, problems))
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, resolveValue(inner, place, problems)]))
    }
    return value
  }
}
