import { randomUUID } from 'node:crypto'
import { mediaPaths } from '../../shared/media-paths.ts'
import type { DraftMedia, MediaFacts } from '../../shared/media-facts.ts'
import type { Problem } from '../../shared/problem.ts'
import { SubmissionProblems } from '../../shared/problem.ts'
import type { GoneFile } from '../../shared/desk.ts'
import type { Value, Values } from '../../shared/values.ts'
import { isDraftReference, isFileReference } from '../../shared/values.ts'
import { say } from '../../shared/words/say.ts'

type Draft = { readonly path: string; readonly facts: MediaFacts }
/** `facts` null: a file that can't be opened now. */
type Known = { readonly path: string; readonly facts: MediaFacts | null }

/** Files that a person handed to the window. Main keeps their paths; the page has tokens that mean nothing elsewhere. */
export type Drafts = {
  readonly add: (path: string, facts: MediaFacts) => DraftMedia
  /** A file that can't be opened now: its token keeps its place. */
  readonly addGone: (path: string) => GoneFile
  /** Null for a token that isn't known, and for a file that is gone. */
  readonly find: (token: string) => Draft | null
  /**
   * The values with every token replaced by the file it stands for.
   *
   * @throws SubmissionProblems for a token that isn't known (the app was started anew since), and for a path: a page never names one.
   */
  readonly resolve: (values: Values) => Values
  /** A value to be kept for later, with files in the place of tokens. Of a path that the page names only the bare name stays. */
  readonly settle: (value: Value) => Value
}

export function createDrafts(): Drafts {
  const drafts = new Map<string, Known>()

  return {
    add: (path, facts) => {
      const draft = randomUUID()
      drafts.set(draft, { path, facts })
      return { draft, facts, previewUrl: mediaPaths.draft(draft) }
    },
    addGone: (path) => {
      const draft = randomUUID()
      drafts.set(draft, { path, facts: null })
      return { draft, name: bareName(path) }
    },
    find: (token) => {
      const known = drafts.get(token)
      return known === undefined || known.facts === null ? null : { path: known.path, facts: known.facts }
    },
    settle,
    resolve: (values) => {
      const problems: Problem[] = []
      const resolved = Object.entries(values).map(
        ([field, value]) => [field, resolveValue(value, { field, index: null }, problems)] as const
      )
      if (problems.length > 0) throw new SubmissionProblems(problems)
      return Object.fromEntries(resolved)
    }
  }

  function settle(value: Value): Value {
    if (isDraftReference(value)) {
      const known = drafts.get(value.draft)
      return known === undefined ? null : { file: known.path }
    }
    if (isFileReference(value)) return { file: bareName(value.file) }
    if (Array.isArray(value)) return value.map(settle)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, settle(inner)]))
  }

  function resolveValue(value: Value, place: { field: string; index: number | null }, problems: Problem[]): Value {
    if (isDraftReference(value)) {
      const draft = drafts.get(value.draft)
      if (draft !== undefined) return { file: draft.path }
      problems.push({ ...place, message: say('Choose this file again: Kiln was started anew since it was chosen.') })
      return null
    }
    if (isFileReference(value)) {
      problems.push({ ...place, message: say('Choose this file again.') })
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

/** What stands behind the last slash, of whatever system. */
export function bareName(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? ''
}
