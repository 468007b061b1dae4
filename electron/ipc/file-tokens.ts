import { randomUUID } from 'node:crypto'
import { fileNameOf } from '../../shared/form/file-names.ts'
import { mediaPaths } from '../../shared/library/media-paths.ts'
import type { LocalMedia, MediaFacts } from '../../shared/form/media-facts.ts'
import type { SubmissionProblem } from '../../shared/form/submission-problem.ts'
import { SubmissionError } from '../../shared/form/submission-problem.ts'
import type { UnavailableFile } from '../../shared/form/workspace.ts'
import type { Value, Values } from '../../shared/form/values.ts'
import { isFileTokenReference, isFileReference } from '../../shared/form/values.ts'

type OpenedFile = { readonly path: string; readonly facts: MediaFacts }
/** `facts` is null if the file can't be opened now. */
type Known = { readonly path: string; readonly facts: MediaFacts | null }

/** Maps tokens to files that the user added to the window. The page gets only the tokens. The files' paths stay in the main process. */
export type FileTokens = {
  readonly add: (path: string, facts: MediaFacts) => LocalMedia
  /** Adds a file that can't be opened now. Its token stays valid. */
  readonly addUnavailable: (path: string) => UnavailableFile
  /** Updates a file's data after a change on disk. The preview URL changes, so that the page reloads the file. */
  readonly refresh: (token: string, facts: MediaFacts) => LocalMedia
  /** Returns a token's file. Null if the token is unknown or the file is unavailable. */
  readonly find: (token: string) => OpenedFile | null
  /**
   * Replaces every token in `values` with its file.
   *
   * @throws SubmissionError if a token is unknown, because Kiln was restarted. Also throws if a value contains a path. Pages must not send
   * paths.
   */
  readonly resolve: (values: Values) => Values
  /**
   * Prepares a value for storage. Tokens become files, and unknown tokens become null. A path from the page is reduced to its file name.
   */
  readonly settle: (value: Value) => Value
}

export function createFileTokens(): FileTokens {
  const drafts = new Map<string, Known>()

  return {
    add: (path, facts) => {
      const draft = randomUUID()
      drafts.set(draft, { path, facts })
      return { draft, facts, previewUrl: mediaPaths.draft(draft) }
    },
    addUnavailable: (path) => {
      const draft = randomUUID()
      drafts.set(draft, { path, facts: null })
      return { draft, name: fileNameOf(path) }
    },
    refresh: (token, facts) => {
      const known = drafts.get(token)
      if (known !== undefined) drafts.set(token, { path: known.path, facts })
      return { draft: token, facts, previewUrl: `${mediaPaths.draft(token)}?${facts.modifiedAt}-${facts.bytes}` }
    },
    find: (token) => {
      const known = drafts.get(token)
      return known === undefined || known.facts === null ? null : { path: known.path, facts: known.facts }
    },
    settle,
    resolve: (values) => {
      const problems: SubmissionProblem[] = []
      const resolved = Object.entries(values).map(
        ([field, value]) => [field, resolveValue(value, { field, index: null }, problems)] as const
      )
      if (problems.length > 0) throw new SubmissionError(problems)
      return Object.fromEntries(resolved)
    }
  }

  function settle(value: Value): Value {
    if (isFileTokenReference(value)) {
      const known = drafts.get(value.draft)
      return known === undefined ? null : { file: known.path }
    }
    if (isFileReference(value)) return { file: fileNameOf(value.file) }
    if (Array.isArray(value)) return value.map(settle)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, settle(inner)]))
  }

  function resolveValue(value: Value, place: { field: string; index: number | null }, problems: SubmissionProblem[]): Value {
    if (isFileTokenReference(value)) {
      const draft = drafts.get(value.draft)
      if (draft !== undefined) return { file: draft.path }
      problems.push({ code: 'forgotten-file', params: {}, ...place })
      return null
    }
    if (isFileReference(value)) {
      problems.push({ code: 'path-instead-of-file', params: {}, ...place })
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
