import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { readTable } from '../../electron/forms/batch/parsed-table.ts'
import { openWorkspace } from '../../electron/forms/open-workspace.ts'
import { parseSavedForm } from '../../electron/forms/parse-saved-form.ts'
import { openSettings } from '../../electron/settings/settings.ts'
import { copyWithoutRecipe, embedRecipe, readEmbeddedRecipe, type EmbeddedRecipe } from '../../electron/library/recipes/embedded-recipe.ts'
import { recipeFromXmp, recipeToXmp } from '../../electron/library/recipes/recipe-xmp.ts'
import { itemFromSidecar, readSidecar, sidecarFromItem, sidecarPath } from '../../electron/library/recipes/sidecar.ts'
import { probeFile } from '../../electron/uploads/probe-file.ts'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import { isFileReference } from '../../shared/form/values.ts'
import { pickFrom } from '../crash/seeded-random-stream.ts'
import { anItem } from '../electron/library/an-item.ts'
import { jsonOf, mutatedBytes, mutatedJson, mutatedText } from './mutations.ts'
import type { FuzzedParseResult, FuzzedParser } from './fuzzed-parser.ts'

/** Parsers of files that Kiln didn't write: tables, sidecars, recipes in images, presets, settings and media. */

const names = [
  'format',
  'version',
  'id',
  'file',
  'name',
  'medium',
  'bytes',
  'sha256',
  'person',
  'stars',
  'tags',
  'collections',
  'recipe',
  'values',
  'prompt',
  'presets',
  'kind',
  'capability',
  'form',
  'modeId',
  'keptSeeds',
  'left',
  'theme',
  'libraryFolder',
  'draft',
  'item',
  'length',
  'toString',
  '__proto__',
  'constructor'
]

const tables = [
  'Prompt;Size\na vase;1024*1024\n;1024*1024\nan arch;1536*1536\n',
  'sep=|\r\nprompt|seed\r\n"a ""quoted"" one"|7\r\n',
  'prompt,url\n"two\nlines",https://example.com/a.png\n',
  'prompt\tnote\rold mac\tx\r'
]

async function openTables(folder: string): ReturnType<FuzzedParser['open']> {
  const path = join(folder, 'table.csv')
  return {
    attempt: async (random) => {
      const text = mutatedText(
        random,
        pickFrom(random, tables),
        [',', ';', '\t', '|', '"', '""', '\n', '\r\n', '\r', 'sep=', '\0', '\ufeff', "'", ' '],
        300_000
      )
      const encoded = Buffer.from(text, pickFrom<BufferEncoding>(random, ['utf8', 'utf8', 'utf16le', 'latin1']))
      const input = random() < 0.3 ? mutatedBytes(random, encoded) : encoded
      await writeFile(path, input)
      try {
        const { heads, rows, delimiter } = await readTable(path)
        const isBounded = rows.length <= 5_000 && heads.length <= 200 && rows.length > 0
        return {
          read: `${delimiter} ${Math.min(heads.length, 9)} by ${Math.min(rows.length, 9)}`,
          fault: isBounded ? null : 'The table is too large.',
          input: text
        }
      } catch (error) {
        if (!(error instanceof UserFacingError)) throw error
        return { read: error.message.replaceAll(/\d+/g, 'n'), fault: null, input: text }
      }
    }
  }
}

async function openSidecars(folder: string): ReturnType<FuzzedParser['open']> {
  const path = join(folder, 'fox.png')
  const good = JSON.stringify(sidecarFromItem(anItem({ sha256: 'a'.repeat(64), tags: ['fox'], collections: [1] }), () => 'Foxes'))
  return {
    attempt: async (random) => {
      const changed =
        random() < 0.6
          ? jsonOf(mutatedJson(random, JSON.parse(good), names))
          : mutatedText(random, good, ['{', '}', '"', ',', 'null', '1e999', '\\u0000', '../'], 300_000)
      await writeFile(sidecarPath(path), random() < 0.1 ? mutatedBytes(random, Buffer.from(changed)) : changed)
      const sidecar = await readSidecar(path)
      if (sidecar === 'none' || sidecar === 'torn')
        return { read: sidecar, fault: sidecar === 'none' ? 'The sidecar wasn’t found.' : null, input: changed }
      const item = await itemFromSidecar(path, sidecar)
      const isOurs = item.path === path && item.id.length <= 200 && item.stars >= 0 && item.stars <= 5 && Number.isFinite(item.madeAt)
      return {
        read: `${item.medium} ${item.stars} ${item.recipe === null}`,
        fault: isOurs ? null : 'A value is out of bounds.',
        input: changed
      }
    }
  }
}

async function openRecipes(folder: string): ReturnType<FuzzedParser['open']> {
  const { recipe } = anItem({ prompt: 'a red fox' })
  if (recipe === null) throw new Error('The item has no recipe.')
  const inside: EmbeddedRecipe = { ...recipe, download: { bytes: 7, sha256: 'a'.repeat(64) } }
  const plain = sharp({ create: { width: 9, height: 7, channels: 3, background: 'teal' } })
  const pictures = await Promise.all(
    [plain.clone().png(), plain.clone().jpeg(), plain.clone().webp(), plain.clone().webp({ lossless: true })].map(
      async (picture, place) => {
        const from = join(folder, `plain-${place}`)
        const to = join(folder, `with-recipe-${place}`)
        await writeFile(from, await picture.toBuffer())
        if ((await embedRecipe(from, to, inside)) === null) throw new Error('The recipe couldn’t be embedded.')
        return readFile(to)
      }
    )
  )
  const path = join(folder, 'changed')
  const without = join(folder, 'without')
  return {
    attempt: async (random) => {
      const input = mutatedBytes(random, pickFrom(random, pictures))
      await writeFile(path, input)
      const found = await readEmbeddedRecipe(path)
      const isCopied = await copyWithoutRecipe(path, without)
      const isSmaller = !isCopied || readFileSync(without).length <= input.length + 64
      return {
        read: `${found === null ? '-' : found.title} ${isCopied}`,
        fault: isSmaller ? null : 'The copy without the recipe is larger.',
        input
      }
    }
  }
}

function xmpAttempt(random: () => number): FuzzedParseResult {
  const packet = recipeToXmp(JSON.stringify({ prompt: 'a "red" fox & <more>\n' }))
  const input = mutatedText(
    random,
    packet,
    ['&', '&#', '&#9;', '&#99999999999;', '&quot;', '"', ';', 'kiln:recipe="', '&#xd800;', '&#55296;'],
    100_000
  )
  const recipe = recipeFromXmp(input)
  return {
    read: recipe === null ? '-' : String(Math.min(recipe.length, 60)),
    fault: (recipe?.length ?? 0) > input.length ? 'The recipe is longer than the input.' : null,
    input
  }
}

async function openPresetFiles(folder: string): ReturnType<FuzzedParser['open']> {
  const path = join(folder, 'presets.json')
  const workspace = openWorkspace({
    path: join(folder, 'desk.sqlite'),
    now: () => 0,
    onDefect: (error) => {
      throw error
    }
  })
  const form = { values: { prompt: 'a vase', imageUrls: [{ file: 'a.png' }] }, modeId: null, keptSeeds: ['seed'], left: [] }
  const good = {
    kind: 'kiln-presets',
    version: 1,
    presets: [
      { capability: 'x', name: 'Vase', form },
      { capability: 'y', name: 'Arch', form }
    ]
  }
  return {
    attempt: async (random) => {
      const text =
        random() < 0.8
          ? jsonOf(mutatedJson(random, good, names))
          : mutatedText(random, JSON.stringify(good), ['{', '}', '"', ',', '../', '/etc/passwd'], 300_000)
      await writeFile(path, text)
      try {
        const { imported, alreadyThere, renamed, refused } = await workspace.importPresets(path)
        // Presets imported from a file must not contain local paths.
        const leads = ['x', 'y'].flatMap((capability) => workspace.presets.list(capability)).some((preset) => namesPath(preset.form.values))
        for (const preset of ['x', 'y'].flatMap((capability) => workspace.presets.list(capability))) workspace.presets.remove(preset.id)
        return {
          read: `${Math.min(imported, 3)} ${Math.min(alreadyThere, 3)} ${Math.min(renamed.length, 3)} ${Math.min(refused.length, 3)}`,
          fault: leads ? 'A preset contains a path.' : null,
          input: text
        }
      } catch (error) {
        if (!(error instanceof UserFacingError)) throw error
        return { read: error.advice ?? '', fault: null, input: text }
      }
    },
    close: () => workspace.close()
  }
}

function namesPath(value: unknown): boolean {
  if (isFileReference(value)) return /[/\\]/.test(value.file)
  return typeof value === 'object' && value !== null && Object.values(value).some(namesPath)
}

function formAttempt(random: () => number): FuzzedParseResult {
  const good = {
    values: { prompt: 'x', nested: { list: [1, { draft: 'd' }] } },
    modeId: 'edit',
    keptSeeds: ['seed'],
    left: [{ name: 'a', label: 'A', value: 1, why: 'gone' }]
  }
  const input =
    random() < 0.7
      ? jsonOf(mutatedJson(random, good, names))
      : mutatedText(random, JSON.stringify(good), ['[', ']', '{', '}', '"'], 300_000)
  const form = parseSavedForm(input)
  return { read: form === null ? '-' : String(Object.keys(form.values).length), fault: null, input }
}

function settingsAttempt(random: () => number): FuzzedParseResult {
  const good = {
    theme: 'dark',
    libraryFolder: '/library',
    favourites: ['x'],
    dailyLimit: 5,
    confirmAbove: null,
    recipes: { beside: true, inside: false },
    nameRule: '{title}',
    gallery: { tab: 'all', sort: 'title', takes: [], gives: [], isFavouritesOnly: false },
    library: { sort: 'newest', rowHeight: 200 },
    notices: { done: true }
  }
  const input = mutatedJson(random, good, [...names, ...Object.keys(good)])
  const settings = openSettings({
    section: { read: () => input, write: () => undefined },
    defaultLibraryFolder: '/default',
    platform: 'linux',
    onChange: () => undefined
  }).current()
  const isSound = ['system', 'dark', 'light'].includes(settings.theme) && settings.libraryFolder !== '' && (settings.dailyLimit ?? 0) >= 0
  return {
    read: `${settings.theme} ${settings.libraryFolder === '/library'} ${settings.gallery === null} ${settings.dailyLimit}`.slice(0, 60),
    fault: isSound ? null : 'A setting is invalid.',
    input
  }
}

async function openMedia(folder: string): ReturnType<FuzzedParser['open']> {
  const media = join(import.meta.dirname, '..', 'electron', 'uploads', 'media')
  const plain = sharp({ create: { width: 33, height: 21, channels: 3, background: 'teal' } })
  const files = [
    ...(await Promise.all(
      [
        plain.clone().png(),
        plain.clone().jpeg(),
        plain.clone().webp(),
        plain.clone().gif(),
        plain.clone().tiff(),
        plain.clone().avif()
      ].map((picture) => picture.toBuffer())
    )),
    ...['film.mp4', 'sound.mp4', 'talkie.mp4'].map((name) => readFileSync(join(media, name)))
  ]
  const path = join(folder, 'media')
  copyFileSync(join(media, 'film.mp4'), path)
  return {
    attempt: async (random) => {
      const input = mutatedBytes(random, pickFrom(random, files))
      writeFileSync(path, input)
      const probed = await probeFile(path)
      if (!probed.ok) return { read: probed.fault.kind, fault: null, input }
      const { format, width, height, durationInSeconds, bytes } = probed.facts
      const isSound =
        [width, height, durationInSeconds].every((figure) => figure === null || (Number.isFinite(figure) && figure >= 0)) &&
        bytes === input.length
      return {
        read: `${format} ${width === null} ${durationInSeconds === null}`,
        fault: isSound ? null : `The dimensions are ${width} by ${height}, ${durationInSeconds} s.`,
        input
      }
    }
  }
}

export const fileParsers: readonly FuzzedParser[] = [
  { name: 'tables', share: 15_000, open: openTables },
  { name: 'sidecars', share: 15_000, open: openSidecars },
  { name: 'recipes inside pictures', share: 8_000, open: openRecipes },
  { name: 'recipes in XMP', share: 10_000, open: async () => ({ attempt: xmpAttempt }) },
  { name: 'files of presets', share: 1_000, open: openPresetFiles },
  { name: 'stored forms', share: 5_000, open: async () => ({ attempt: formAttempt }) },
  { name: 'settings', share: 5_000, open: async () => ({ attempt: settingsAttempt }) },
  { name: 'media', share: 1_000, open: openMedia }
]
