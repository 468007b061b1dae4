import { assertNever } from '../../shared/assert-never.ts'
import type { Capability } from '../../shared/form/capability.ts'
import type { Field } from '../../shared/form/fields.ts'
import { fieldsOf, formValuesOf, isEmptyValue, modeOf } from '../../shared/form/fields.ts'
import { appendUnit } from '../../shared/form/fields/append-unit.ts'
import type { TaskCredits, TaskResult, Task } from '../../shared/task/task.ts'
import { isFileReference, type Value, type Values } from '../../shared/form/values.ts'
import { say } from '../../shared/i18n/say.ts'
import { findImageReferences } from '../../shared/form/image-references.ts'
import {
  formatBytes,
  formatCount,
  formatCredits,
  joinDayAndTime,
  formatDay,
  formatDurationWithUnits,
  formatTimeWithSeconds,
  formatPixelSize
} from '../ui/format.ts'

/**
 * A line of the recipe. `isChosen` is false if the user didn't choose the value. `isDefault` is set if the value is the field's default.
 */
export type RecipeLine = { readonly name: string; readonly value: string; readonly isChosen: boolean; readonly isDefault?: true }

/** The prompt and the negative prompt. Each is null if it is empty. */
export type RecipePrompts = { readonly prompt: string | null; readonly negativePrompt: string | null }

export function recipePrompts(capability: Capability | null, values: Values): RecipePrompts {
  const texts = capability === null ? [] : fieldsOf(capability, values).filter((field) => field.kind === 'text')
  const textOf = (role: 'prompt' | 'leave-out'): string | null => {
    const name = texts.find((field) => field.role === role)?.name ?? (role === 'prompt' ? 'prompt' : 'negativePrompt')
    const value = values[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  return { prompt: textOf('prompt'), negativePrompt: textOf('leave-out') }
}

/** Splits a prompt into plain text and references such as "image 1". `start` is an offset in UTF-16 code units. */
export function promptTokens(prompt: string): readonly { readonly start: number; readonly words: string; readonly isReference: boolean }[] {
  const pieces: { readonly start: number; readonly words: string; readonly isReference: boolean }[] = []
  let done = 0
  for (const { start, end, place } of findImageReferences(prompt)) {
    if (place === null) continue
    if (start > done) pieces.push({ start: done, words: prompt.slice(done, start), isReference: false })
    pieces.push({ start, words: prompt.slice(start, end), isReference: true })
    done = end
  }
  if (done < prompt.length) pieces.push({ start: done, words: prompt.slice(done), isReference: false })
  return pieces
}

/** Returns all settings except the prompts, in form order, followed by the facts about the result. */
export function recipeLines(task: Task, result: TaskResult, capability: Capability | null, now: number): readonly RecipeLine[] {
  return [...recipeSettingLines(task, capability), ...resultFactLines(task, result, now)]
}

/** Returns the capability and all settings except the prompts. If the user added the file, returns only its source. */
export function recipeSettingLines(task: Task, capability: Capability | null): readonly RecipeLine[] {
  if (isImported(task)) return [chosen(say('Source'), say('Added by you'))]
  return [
    chosen(say('Made with'), capability?.title ?? task.capability),
    ...(capability === null ? rawLines(task.values) : settingLines(capability, formValuesOf(capability, task.values)))
  ]
}

/** Returns facts about the result: file size, time taken, credits and date. */
export function resultFactLines(task: Task, result: TaskResult, now: number): readonly RecipeLine[] {
  const took = task.acceptedAt === null || task.finishedAt === null ? null : formatDurationWithUnits(task.finishedAt - task.acceptedAt)
  const at = task.finishedAt ?? result.savedAt
  const size = result.width === null || result.height === null ? '' : `${formatPixelSize(result.width, result.height)}, `
  return [
    chosen(say('File'), `${size}${formatBytes(result.bytes)}`),
    ...(took === null ? [] : [chosen(say('Time taken'), took)]),
    ...(isImported(task) ? [] : [chosen(say('Credits'), creditsOfRun(task))]),
    chosen(isImported(task) ? say('Modified') : say('Created'), joinDayAndTime(formatDay(at, now), formatTimeWithSeconds(at)))
  ]
}

/** True for a file that the user added. Kiln didn't generate the file, so it doesn't have a recipe, a capability or a cost. */
function isImported({ capability }: Task): boolean {
  return capability === ''
}

function settingLines(capability: Capability, values: Values): readonly RecipeLine[] {
  const mode = modeOf(capability, values)
  const fields = fieldsOf(capability, values, mode?.variant ?? null).filter((field) => mode === null || mode.fields.includes(field.name))
  return [...(mode === null ? [] : [chosen(say('Mode'), mode.label)]), ...fields.flatMap((field) => fieldLine(field, values[field.name]))]
}

/**
 * Returns the recipe line of a field. Empty for prompts, which are shown separately. Also empty if there is neither a value nor a default.
 * Random seeds and automatic sizes always have a line.
 */
function fieldLine(field: Field, value: Value | undefined): readonly RecipeLine[] {
  if (field.kind === 'text' && field.role !== 'plain') return []
  const isChosen = value !== undefined && !isEmptyValue(value)
  const shown = isChosen ? value : field.kind === 'media' ? null : field.default
  if (shown === undefined || shown === null) {
    if (field.kind === 'seed') return [{ name: field.label, value: say('Random, not reported'), isChosen: false }]
    if (field.kind === 'size' && field.automatic !== null)
      return [{ name: field.label, value: say('Chosen by the service'), isChosen: false }]
    return []
  }
  return [{ name: field.label, value: valueText(field, shown), isChosen, ...(!isChosen && { isDefault: true }) }]
}

/** Returns the value that a field sends, or its default. Without either, returns text such as "Random" or "Not set". */
export function fieldValueText(field: Field, value: Value | undefined): string {
  const isSet = value !== undefined && !isEmptyValue(value)
  const sent = isSet ? value : field.kind === 'media' ? null : field.default
  if (sent !== undefined && sent !== null) return valueText(field, sent)
  if (field.kind === 'seed') return say('Random')
  return field.kind === 'size' ? say('Auto') : say('Not set')
}

function valueText(field: Field, value: Value): string {
  switch (field.kind) {
    case 'size': {
      const size = field.groups.flatMap((group) => group.sizes).find((candidate) => candidate.value === value)
      return size === undefined ? plainText(value) : formatPixelSize(size.width, size.height)
    }
    case 'choice':
      return field.options.find((option) => option.value === value)?.label ?? plainText(value)
    case 'switch':
      return value === true ? say('On') : say('Off')
    case 'number':
      return appendUnit(plainText(value), field.unit)
    case 'media':
      return Array.isArray(value) ? formatCount(value.length) : mediaText(value)
    case 'text':
    case 'count':
    case 'seed':
    case 'group':
    case 'list':
    case 'json':
      return plainText(value)
    default:
      return assertNever(field)
  }
}

/** Returns a line for each value as sent, except the prompts. Used if the service no longer has the capability. */
function rawLines(values: Values): readonly RecipeLine[] {
  return Object.entries(values)
    .filter(([name, value]) => name !== 'prompt' && name !== 'negativePrompt' && !isEmptyValue(value))
    .map(([name, value]) => chosen(name, plainText(value)))
}

/** Returns the credits of a task. If the task has several results, the text says that the amount is their total. */
function creditsOfRun({ credits, results }: Task): string {
  const words = creditsText(credits)
  return results.length > 1 ? say('{words} (total for {count, number} results)', { words, count: results.length }) : words
}

function creditsText({ state, consumed, required, estimated }: TaskCredits): string {
  const credits = consumed ?? required
  switch (state) {
    case 'charged':
      return credits === null ? say('Charged, amount unknown') : say('{credits, number} charged', { credits })
    case 'deferred':
      return credits === null ? say('Not charged yet') : say('{credits, number}, not charged yet', { credits })
    case 'pending':
      return (credits ?? estimated) === null ? say('Pending') : say('{credits, number} pending', { credits: credits ?? estimated ?? 0 })
    case 'refund-expected':
      return credits === null ? say('Refund expected') : say('{credits, number}, refund expected', { credits })
    case 'refunded':
      return say('Refunded')
    case 'not-charged':
      return say('Not charged')
    case 'not-sent':
      return estimated === null ? say('Not sent') : say('{credits}, not sent', { credits: formatCredits(estimated) })
    default:
      return assertNever(state)
  }
}

function mediaText(value: Value): string {
  if (typeof value === 'string') return value
  return isFileReference(value) ? value.file : say('a file')
}

function plainText(value: Value): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : JSON.stringify(value)
}

function chosen(name: string, value: string): RecipeLine {
  return { name, value, isChosen: true }
}
