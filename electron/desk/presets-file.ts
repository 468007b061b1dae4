import { randomUUID } from 'node:crypto'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { PresetImport } from '../../shared/desk.ts'
import { keptFormSchema, presetNameSchema } from '../../shared/desk.ts'
import { listed } from '../../shared/fields/say.ts'
import { PlainProblem } from '../../shared/problem.ts'
import type { MediaReference, Value } from '../../shared/values.ts'
import { isMediaReference } from '../../shared/values.ts'
import { say, word } from '../../shared/words/say.ts'
import type { Preset, Presets } from './presets.ts'
import { freeName } from './presets.ts'

/** What is exchanged: JSON that other programs can read. Version 1; do not rename. */
const fileSchema = z.object({ kind: z.literal('kiln-presets'), version: z.number().int(), presets: z.array(z.unknown()).max(5_000) })
const entrySchema = z.object({ capability: z.string().min(1).max(200), name: presetNameSchema, form: keptFormSchema })
const version = 1
const mostBytes = 32 * 1024 * 1024

/**
 * Writes presets to a file, whole or not at all. Files in them go out by their bare name: where they lie is nobody's business.
 *
 * @throws PlainProblem when it can't be written.
 */
export async function writePresetsFile(
  path: string,
  presets: readonly Preset[],
  nameOf: (reference: MediaReference) => string
): Promise<void> {
  const entries = presets.map(({ capability, name, form }) => ({ capability, name, form: withBareNames(form, nameOf) }))
  const text = `${JSON.stringify({ kind: 'kiln-presets', version, presets: entries }, null, 2)}\n`
  const part = join(dirname(path), `.${basename(path)}.${randomUUID()}.part`)
  try {
    const file = await open(part, 'wx')
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(part, path)
  } catch (cause) {
    await rm(part, { force: true })
    throw new PlainProblem(say('The presets could not be written.'), {
      advice: say('Choose another folder, or make room on the disk.'),
      cause
    })
  }
}

/**
 * Takes presets from a file: the good ones in, the bad ones named. One that is there already stays once; where a name is taken by other
 * values the new one gets a number.
 *
 * @throws PlainProblem for a file that holds no presets.
 */
export async function readPresetsFile(path: string, presets: Presets): Promise<PresetImport> {
  const entries = await entriesOf(path)
  const refused: { name: string; why: string }[] = []
  const renamed: { name: string; newName: string }[] = []
  let taken = 0
  let alreadyThere = 0
  for (const [index, entry] of entries.entries()) {
    const parsed = entrySchema.safeParse(entry)
    if (!parsed.success) {
      refused.push({ name: nameOfEntry(entry, index), why: whyNot(parsed.error) })
      continue
    }
    const { capability, name } = parsed.data
    const form = { ...bareForm(parsed.data.form), left: [] }
    const same = presets.named(capability, name)
    if (same !== null && isDeepStrictEqual(withoutFiles(same.form), withoutFiles(form))) {
      alreadyThere += 1
      continue
    }
    const newName = freeName(name, (candidate) => presets.named(capability, candidate) === null)
    if (newName !== name) renamed.push({ name, newName })
    presets.keep(capability, newName, form)
    taken += 1
  }
  return { taken, alreadyThere, renamed, refused }
}

async function entriesOf(path: string): Promise<readonly unknown[]> {
  const notOurs = (advice: string, cause?: unknown): PlainProblem =>
    new PlainProblem(say('There are no presets in that file.'), { advice, cause })
  const text = await read(path).catch((cause: unknown) => {
    throw notOurs(say('It can’t be read, or it is far too large.'), cause)
  })
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    throw notOurs(say('It is no JSON. Choose a file that Kiln has exported.'), cause)
  }
  const file = fileSchema.safeParse(json)
  if (!file.success) throw notOurs(say('Choose a file that Kiln has exported.'), file.error)
  if (file.data.version > version) throw notOurs(say('It was written by a newer Kiln: update this one.'))
  return file.data.presets
}

async function read(path: string): Promise<string> {
  const { size } = await stat(path)
  if (size > mostBytes) throw new RangeError(`${size} bytes`)
  return readFile(path, 'utf8')
}

/** A file from elsewhere names no path of this computer: what it names is only a name, to be chosen again. */
function bareForm(form: Preset['form']): Preset['form'] {
  return keptFormSchema.parse(withBareNames(form, nameInReference))
}

/** To compare: the same files have other names where they come from. */
function withoutFiles(form: Preset['form']): Value {
  return withBareNames(form, () => '')
}

function withBareNames(value: Value, nameOf: (reference: MediaReference) => string): Value {
  if (isMediaReference(value)) return { file: nameOf(value) }
  if (Array.isArray(value)) return value.map((item: Value) => withBareNames(item, nameOf))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withBareNames(inner, nameOf)]))
}

function nameInReference(reference: MediaReference): string {
  return 'file' in reference ? (reference.file.split(/[/\\]/).findLast((part) => part !== '') ?? 'file') : 'file'
}

function nameOfEntry(entry: unknown, index: number): string {
  const named = z.object({ name: z.string().trim().min(1) }).safeParse(entry)
  return named.success ? named.data.name.slice(0, 80) : say('Preset {index}', { index: index + 1 })
}

const partWords: { readonly [part: string]: string } = {
  name: word('its name'),
  capability: word('what it is for'),
  form: word('its values')
}

function whyNot(error: z.ZodError): string {
  const parts = [...new Set(error.issues.map(({ path }) => partWords[String(path[0])]))].flatMap((words) =>
    words === undefined ? [] : [say(words)]
  )
  return parts.length === 0 ? say('it is no preset.') : say('{parts} can’t be read.', { parts: listed(parts, 'and') })
}
