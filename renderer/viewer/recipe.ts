import { assertNever } from '../../shared/assert-never.ts'
import type { Capability } from '../../shared/capability.ts'
import type { Field } from '../../shared/fields.ts'
import { fieldsOf, formValuesOf, isEmptyValue, modeOf } from '../../shared/fields.ts'
import type { Credits, Result, Task } from '../../shared/task.ts'
import type { Value, Values } from '../../shared/values.ts'
import { say } from '../../shared/words/say.ts'
import { findImageReferences } from '../../shared/image-references.ts'
import { byteWords, countWords, creditWords, dayAndTime, dayWords, durationWords, exactClockWords, pixelWords } from '../ui/figures.ts'

/** A line of the recipe. `isChosen` false: nobody chose it; it is what the service takes by itself. */
export type RecipeLine = { readonly name: string; readonly value: string; readonly isChosen: boolean }

/** What a person wrote, and what they wanted left out. Null: this was not made from words. */
export type RecipeWords = { readonly prompt: string | null; readonly leftOut: string | null }

export function recipeWords(capability: Capability | null, values: Values): RecipeWords {
  const texts = capability === null ? [] : fieldsOf(capability, values).filter((field) => field.kind === 'text')
  const textOf = (role: 'prompt' | 'leave-out'): string | null => {
    const name = texts.find((field) => field.role === role)?.name ?? (role === 'prompt' ? 'prompt' : 'negativePrompt')
    const value = values[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  return { prompt: textOf('prompt'), leftOut: textOf('leave-out') }
}

/** A prompt cut into plain words and references such as "image 1". `start`: UTF-16 offset. */
export function promptPieces(prompt: string): readonly { readonly start: number; readonly words: string; readonly isReference: boolean }[] {
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

/** How this file was made, in the order of the form; then how long it took, what it cost, and when. */
export function recipeLines(task: Task, result: Result, capability: Capability | null, now: number): readonly RecipeLine[] {
  return [...settingsOf(task, capability), ...factsOf(task, result, now)]
}

/** What was asked for, but for the words of the prompt. */
export function settingsOf(task: Task, capability: Capability | null): readonly RecipeLine[] {
  return [
    chosen(say('Made with'), capability?.title ?? task.capability),
    ...(capability === null ? rawLines(task.values) : settingLines(capability, formValuesOf(capability, task.values)))
  ]
}

/** What came of it. */
export function factsOf(task: Task, result: Result, now: number): readonly RecipeLine[] {
  const took = task.acceptedAt === null || task.finishedAt === null ? null : durationWords(task.finishedAt - task.acceptedAt)
  const at = task.finishedAt ?? result.savedAt
  const size = result.width === null || result.height === null ? '' : `${pixelWords(result.width, result.height)}, `
  return [
    chosen(say('File'), `${size}${byteWords(result.bytes)}`),
    ...(took === null ? [] : [chosen(say('Took'), took)]),
    chosen(say('Credits'), creditsWords(task.credits)),
    chosen(say('Made on'), dayAndTime(dayWords(at, now), exactClockWords(at)))
  ]
}

function settingLines(capability: Capability, values: Values): readonly RecipeLine[] {
  const mode = modeOf(capability, values)
  const fields = fieldsOf(capability, values, mode?.variant ?? null).filter((field) => mode === null || mode.fields.includes(field.name))
  return [...(mode === null ? [] : [chosen(say('Mode'), mode.label)]), ...fields.flatMap((field) => fieldLine(field, values[field.name]))]
}

/** The prompt is shown by itself; everything that was neither chosen nor has a default says nothing. */
function fieldLine(field: Field, value: Value | undefined): readonly RecipeLine[] {
  if (field.kind === 'text' && field.role !== 'plain') return []
  const isChosen = value !== undefined && !isEmptyValue(value)
  const shown = isChosen ? value : field.kind === 'media' ? null : field.default
  if (shown === undefined || shown === null) {
    if (field.kind === 'seed') return [{ name: field.label, value: say('random, not told'), isChosen: false }]
    if (field.kind === 'size' && field.automatic !== null) return [{ name: field.label, value: say('the service chose'), isChosen: false }]
    return []
  }
  return [{ name: field.label, value: valueWords(field, shown), isChosen }]
}

function valueWords(field: Field, value: Value): string {
  switch (field.kind) {
    case 'size': {
      const size = field.groups.flatMap((group) => group.sizes).find((candidate) => candidate.value === value)
      return size === undefined ? plainWords(value) : pixelWords(size.width, size.height)
    }
    case 'choice':
      return field.options.find((option) => option.value === value)?.label ?? plainWords(value)
    case 'switch':
      return value === true ? say('On') : say('Off')
    case 'number':
      return field.unit === null ? plainWords(value) : `${plainWords(value)} ${field.unit}`
    case 'media':
      return Array.isArray(value) ? countWords(value.length) : mediaWords(value)
    case 'text':
    case 'count':
    case 'seed':
    case 'group':
    case 'list':
    case 'json':
      return plainWords(value)
    default:
      return assertNever(field)
  }
}

/** Of a capability that the service no longer has, everything is shown as it was sent. */
function rawLines(values: Values): readonly RecipeLine[] {
  return Object.entries(values)
    .filter(([name, value]) => name !== 'prompt' && name !== 'negativePrompt' && !isEmptyValue(value))
    .map(([name, value]) => chosen(name, plainWords(value)))
}

function creditsWords({ state, consumed, required, estimated }: Credits): string {
  const credits = consumed ?? required
  switch (state) {
    case 'charged':
      return credits === null ? say('charged, figure not told') : say('{credits, number} charged', { credits })
    case 'deferred':
      return credits === null ? say('charged later') : say('{credits, number}, charged later', { credits })
    case 'pending':
      return (credits ?? estimated) === null ? 'pending' : say('{credits, number} pending', { credits: credits ?? estimated ?? 0 })
    case 'refund-expected':
      return credits === null ? say('refund expected') : say('{credits, number}, refund expected', { credits })
    case 'refunded':
      return say('given back')
    case 'not-charged':
      return say('nothing charged')
    case 'not-sent':
      return estimated === null ? say('not sent') : say('{credits}, not sent', { credits: creditWords(estimated) })
    default:
      return assertNever(state)
  }
}

function mediaWords(value: Value): string {
  if (typeof value === 'string') return value
  if (typeof value === 'object' && value !== null && 'file' in value && typeof value.file === 'string') {
    return value.file.split(/[/\\]/).findLast((part) => part !== '') ?? 'a file'
  }
  return 'a file'
}

function plainWords(value: Value): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : JSON.stringify(value)
}

function chosen(name: string, value: string): RecipeLine {
  return { name, value, isChosen: true }
}
