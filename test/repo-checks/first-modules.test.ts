import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findStartupModules } from '../tools/startup-modules.ts'

const root = join(import.meta.dirname, '..', '..')

/**
 * Packages that may be loaded at startup. Each of them makes startup slower. Packages that are needed later are loaded with
 * `await import(…)` where they are used.
 */
const allowed: readonly { readonly what: string; readonly entry: string; readonly packages: readonly string[] }[] = [
  {
    what: 'the main process before its window',
    entry: 'electron/main.ts',
    packages: ['electron', 'electron-store', 'intl-messageformat', 'zod']
  },
  {
    what: 'the code behind the window, before the page’s first response',
    entry: 'electron/create-app-services.ts',
    packages: ['csv-parse', 'electron', 'intl-messageformat', 'yazl', 'zod']
  },
  { what: 'a studio', entry: 'electron/studio.ts', packages: ['csv-parse', 'intl-messageformat', 'yazl', 'zod'] },
  { what: 'the dialog for a damaged journal', entry: 'electron/launch/recover-journal.ts', packages: ['intl-messageformat'] },
  { what: 'the preload', entry: 'electron/preload.ts', packages: ['electron'] }
]

describe('the modules loaded at startup', () => {
  it.each(allowed)('from packages are limited to those needed by $what', ({ entry, packages }) => {
    expect([...findStartupModules(root, entry).packages].toSorted()).toEqual(packages)
  })

  it('exclude modules that are only needed after the window opens', () => {
    const { files } = findStartupModules(root, 'electron/main.ts')
    const behind = [...files].filter((path) =>
      /^(?:shared\/ipc\/(?!channels\.ts)|electron\/(?:studio\.ts|(?:contract|faces|forms|library|network|practice|service|studio|tasks|updates|uploads)\/))/.test(
        path
      )
    )
    // This file is needed early, because it defines the errors that report a failed start.
    expect(behind).toEqual(['electron/tasks/journal/journal-errors.ts'])
  })
})

describe('a module’s first imports', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kiln-first-modules-'))
    const sources: Record<string, string> = {
      'a/entry.ts':
        "import { b } from '../b.ts'\nimport type { C } from './c.ts'\nexport const go = async (): Promise<C> => (await import('late')).go(b)\n",
      'a/c.ts': "import 'only-for-types'\nexport type C = string\n",
      'b.ts': "export { deep } from '@scope/pack/deep.js'\nexport * from './d.ts'\nimport 'node:fs'\nexport const b = 1\n",
      'd.ts':
        "import './a/entry.ts'\nimport words from './words.json' with { type: 'json' }\nimport round from 'round/trip'\nexport const d = [words, round]\n",
      'words.json': '{}'
    }
    for (const [path, text] of Object.entries(sources)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('follow static value imports, including circular ones', () => {
    const { files, packages } = findStartupModules(folder, 'a/entry.ts')
    expect([...files].toSorted()).toEqual(['a/entry.ts', 'b.ts', 'd.ts'])
    expect([...packages].toSorted()).toEqual(['@scope/pack', 'round'])
  })
})
