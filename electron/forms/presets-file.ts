import { randomUUID } from 'node:crypto'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { PresetImportResult } from '../../shared/form/workspace.ts'
import { presetNameSchema } from '../../shared/form/workspace.ts'
import { fileNameOf } from '../../shared/form/file-names.ts'
import { formatList } from '../../shared/i18n/format-list.ts'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import type { MediaReference, Value } from '../../shared/form/values.ts'
import { isMediaReference } from '../../shared/form/values.ts'
import { say, word } from '../../shared/i18n/say.ts'
import { storedFormSchema } from './parse-saved-form.ts'
import type { Preset, PresetStore } from './presets.ts'
import { uniquePresetName } from './presets.ts'

/** Format of exported presets, version 1. Users keep such files, so the JSON keys must not be renamed. */
const fileSchema = z.object({ kind: z.literal('kiln-presets'), version: z.number().int(), presets: z.array(z.unknown()).max(5_000) })
const entrySchema = z.object({ capability: z.string().min(1).max(200), name: presetNameSchema, form: storedFormSchema })
const version = 1
const mostBytes = 32 * 1024 * 1024

/**
 * Writes presets to a file atomically. File references keep only the file name, because paths are private.
 *
 * @throws UserFacingError if the file can't be written.
 */
export async function writePresetsFile(
  path: string,
  presets: readonly Preset[],
  nameOf: (reference: MediaReference) => string
): Promise<void> {
  const entries = presets.map(({ capability, name, form }) => ({ capability, name, form: formWithBareNames(form, nameOf) }))
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
    throw new UserFacingError(say('The presets couldn’t be exported.'), {
      advice: say('Choose another folder. You can also free up disk space.'),
      cause
    })
  }
}

/**
 * Imports valid presets from a file and lists the invalid ones. An existing preset isn't duplicated. If the name already exists with other
 * values, a number is added to the imported preset's name.
 *
 * @throws UserFacingError if the file can't be read or isn't a presets file.
 */
export async function importPresetsFile(path: string, presets: PresetStore): Promise<PresetImportResult> {
  const entries = await entriesOf(path)
  const refused: { name: string; why: string }[] = []
  const renamed: { name: string; newName: string }[] = []
  let imported = 0
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
    const newName = uniquePresetName(name, (candidate) => presets.named(capability, candidate) === null)
    try {
      presets.save(capability, newName, form)
    } catch (error) {
      // The limit is reached. Earlier presets are already saved, so the others are reported instead of failing the import.
      if (!(error instanceof UserFacingError)) throw error
      refused.push({ name, why: error.message })
      continue
    }
    if (newName !== name) renamed.push({ name, newName })
    imported += 1
  }
  return { imported, alreadyThere, renamed, refused }
}

async function entriesOf(path: string): Promise<readonly unknown[]> {
  const notOurs = (advice: string, cause?: unknown): UserFacingError =>
    new UserFacingError(say('The presets couldn’t be imported.'), { advice, cause })
  const text = await read(path).catch((cause: unknown) => {
    throw notOurs(say('The file can’t be read or is too large. Choose another file.'), cause)
  })
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    throw notOurs(say('This isn’t a JSON file. Choose a presets file exported from Kiln.'), cause)
  }
  const file = fileSchema.safeParse(json)
  if (!file.success) throw notOurs(say('Choose a presets file exported from Kiln.'), file.error)
  if (file.data.version > version)
    throw notOurs(say('This file was saved by a newer version of Kiln. Update Kiln, then import the file again.'))
  return file.data.presets
}

async function read(path: string): Promise<string> {
  const { size } = await stat(path)
  if (size > mostBytes) throw new RangeError(`${size} bytes`)
  return readFile(path, 'utf8')
}

/** Reduces file references to file names. An imported file must not refer to paths on this computer. The user chooses the files again. */
function bareForm(form: Preset['form']): Preset['form'] {
  return storedFormSchema.parse(formWithBareNames(form, nameInReference))
}

/** Removes the file names, because an imported preset's file names may differ from the original's. */
function withoutFiles(form: Preset['form']): Value {
  return formWithBareNames(form, () => '')
}

/**
 * Replaces each media reference with the file name that `nameOf` returns. Omits the results that the form came from, because another
 * library doesn't have these results.
 */
function formWithBareNames({ from: _ofThisLibrary, ...form }: Preset['form'], nameOf: (reference: MediaReference) => string): Value {
  return withBareNames(form, nameOf)
}

function withBareNames(value: Value, nameOf: (reference: MediaReference) => string): Value {
  if (isMediaReference(value)) return { file: nameOf(value) }
  if (Array.isArray(value)) return value.map((item: Value) => withBareNames(item, nameOf))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withBareNames(inner, nameOf)]))
}

function nameInReference(reference: MediaReference): string {
  return 'file' in reference ? fileNameOf(reference.file) || 'file' : 'file'
}

function nameOfEntry(entry: unknown, index: number): string {
  const named = z.object({ name: z.string().trim().min(1) }).safeParse(entry)
  return named.success ? named.data.name.slice(0, 80) : say('Preset {index}', { index: index + 1 })
}

const partText: { readonly [part: string]: string } = {
  name: word('its name'),
  capability: word('its capability'),
  form: word('its values')
}

function whyNot(error: z.ZodError): string {
  const parts = [...new Set(error.issues.map(({ path }) => partText[String(path[0])]))].flatMap((words) =>
    words === undefined ? [] : [say(words)]
  )
  return parts.length === 0 ? say('It isn’t a valid preset.') : say('Kiln can’t read {parts}.', { parts: formatList(parts, 'and') })
}
