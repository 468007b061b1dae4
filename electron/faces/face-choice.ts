import type { FacePick, FaceSelectionInput, FaceSelectionMode } from '../../shared/task/faces.ts'
import { isRecord, isSameJson } from '../../shared/form/fields/schema-reading.ts'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import { say } from '../../shared/i18n/say.ts'
import type { TaskRecord } from '../tasks/machine/task-record.ts'
import type { CachedFaces } from './face-cache.ts'
import type { FaceArgumentPlan } from './plan-face-arguments.ts'

/** Returns the tool's selection mode, restricted by the task's limit. */
export function selectionModeOf({ most }: CachedFaces, { mode }: FaceArgumentPlan): FaceSelectionMode {
  return mode.kind === 'faces' && most === 1 ? { ...mode, many: false } : mode
}

/** Returns the tool arguments of a selection as JSON text. @throws UserFacingError if the selection doesn't match the faces. */
export function choiceText(
  record: Pick<TaskRecord, 'choice'>,
  cached: CachedFaces,
  plan: FaceArgumentPlan,
  choice: FaceSelectionInput
): string {
  const mode = selectionModeOf(cached, plan)
  if (choice.kind === 'form') return JSON.stringify(completed(plan.known, choice.values))
  if (plan.write === null || mode.kind === 'form') throw new UserFacingError(say('Make this selection in the form.'))
  const faceIds = new Set(cached.faces.map(({ id }) => id))
  if (choice.picks.some(({ faceId }) => !faceIds.has(faceId)))
    throw new UserFacingError(say('The faces have changed.'), { advice: say('Check the faces, then choose again.') })
  if (!mode.many && choice.picks.length > 1)
    throw new UserFacingError(say('Only one face can be replaced here.'), { advice: say('Choose one face.') })
  const text = JSON.stringify(plan.write(choice.picks))
  // An identical selection is sent as identical text, including its idempotency key.
  const before = record.choice
  return before !== null && before.fate === 'not-taken' && isSameJson(withoutKey(before.arguments), withoutKey(text))
    ? before.arguments
    : text
}

/**
 * Returns the previous selection, recovered from its stored tool arguments without the idempotency key. Empty if it was accepted, or if no
 * picks produce exactly these arguments.
 */
export function lastPicks(
  record: Pick<TaskRecord, 'choice'>,
  cached: CachedFaces,
  { write }: FaceArgumentPlan,
  referenceCount: number
): readonly FacePick[] {
  if (record.choice === null || record.choice.fate === 'taken' || write === null) return []
  const wanted = withoutKey(record.choice.arguments)
  const written = (picks: readonly FacePick[]): unknown => withoutKey(JSON.stringify(write(picks)))
  const places = Math.max(1, referenceCount)
  const picks: FacePick[] = []
  for (const { id } of cached.faces) {
    const choices = Array.from({ length: places }, (_, reference): FacePick => ({ faceId: id, reference }))
    const chosen = choices.find((pick) => isBeginningOf(written([...picks, pick]), wanted))
    if (chosen !== undefined) picks.push(chosen)
  }
  return picks.length > 0 && isSameJson(written(picks), wanted) ? picks : []
}

function withoutKey(text: string): unknown {
  return JSON.parse(text, (name, value: unknown) => (/idempotency/i.test(name) ? undefined : value))
}

/** Merges the user's values into the known values. The user's values take precedence. */
function completed(known: unknown, given: unknown): unknown {
  if (!isRecord(known) || !isRecord(given)) return given === undefined ? known : given
  const names = new Set([...Object.keys(known), ...Object.keys(given)])
  return Object.fromEntries([...names].map((name) => [name, completed(known[name], given[name])]))
}

/** True if `part` can become `whole` by appending list items and adding object properties. */
function isBeginningOf(part: unknown, whole: unknown): boolean {
  if (Array.isArray(part)) return Array.isArray(whole) && part.every((item, place) => isSameJson(item, whole[place]))
  if (!isRecord(part)) return isSameJson(part, whole)
  return isRecord(whole) && Object.entries(part).every(([name, inner]) => isBeginningOf(inner, whole[name]))
}
