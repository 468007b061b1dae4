import { builtinModules } from 'node:module'
import { posix } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

/**
 * The import rules of one area, without exemptions. ARCHITECTURE.md shows them in a diagram. An area is one or more paths (a folder ends in
 * `/`). A file belongs to the area with the longest matching path.
 */
type Layer = {
  readonly name: string
  readonly paths: readonly string[]
  /** Paths that the area may import, besides its own. */
  readonly mayImport: readonly string[]
  /** Paths from which the area may import only types. */
  readonly mayImportTypes: readonly string[]
  readonly packages: 'any' | readonly string[]
  readonly mayUseNode: boolean
  /** `types`: the area may import only Electron's types. */
  readonly electron: 'no' | 'types' | 'yes'
  /** Advice shown when the rule is broken. */
  readonly hint: string
}

type SourceFile = { readonly path: string; readonly text: string }
type LayerProblem = { readonly file: string; readonly line: number; readonly message: string }
type Import = { readonly specifier: string; readonly isTypeOnly: boolean; readonly line: number }

/** Packages that work only inside Electron. */
const electronPackages = ['electron', 'electron-store', 'electron-updater']

/** The only files outside `electron/desktop/` and the top of `electron/` that may load Electron. */
const electronAdapters = [
  'electron/settings/settings-file.ts',
  'electron/updates/system-updater.ts',
  'electron/launch/login-item.ts',
  'electron/network/power-and-network-events.ts'
]

const pureLayer = { mayImportTypes: [], packages: [], mayUseNode: false, electron: 'no' } as const
const taskTypes = ['electron/tasks/machine/', 'electron/tasks/ports.ts']
const studioTypes = ['electron/studio.ts', 'electron/ipc/ports.ts', 'electron/ipc/file-tokens.ts']
/** Files whose types the IPC handlers use directly. */
const handlerTypes = [
  'electron/accounts/account.ts',
  'electron/diagnostics/logger.ts',
  'electron/launch/open-requests.ts',
  'electron/settings/settings.ts'
]
const httpErrors = 'electron/service/http-client.ts'
const taskErrors = 'electron/tasks/machine/error-policy.ts'
const sharedRoot = ['shared/assert-never.ts', 'shared/coded.ts', 'shared/slices-with-pauses.ts']

/** The parts of `shared/` that tasks may import. Tasks choose codes, and `shared/phrases` contains the sentences for them. */
const wordless = [...sharedRoot, 'shared/form/', 'shared/task/', 'shared/library/']

const sharedHint = 'Code in shared/ is pure. Areas below may not import areas above. Pass in other values as arguments.'
const nounHint = 'The folder may import only what ARCHITECTURE.md lists. Pass in everything else from studio.ts or create-app-services.ts.'
const featureHint =
  'Features can’t import each other. Use navigate() to open another view, pass props in renderer/app, or move shared code to renderer/ui, renderer/bridge or shared/.'

/** The areas of `shared/` below requests and phrases, lowest first. Each may import the areas before it. */
const sharedBase = ['i18n', 'form', 'task', 'library', 'app']

const sharedAreas: readonly Layer[] = [...sharedBase, 'ipc', 'phrases'].map((area) => {
  const isBase = sharedBase.includes(area)
  const lower = sharedBase.slice(0, isBase ? sharedBase.indexOf(area) : undefined).map((name) => `shared/${name}/`)
  const imports: { readonly [area: string]: readonly string[] } = {
    i18n: [],
    form: [...sharedRoot, 'shared/i18n/say-contract.ts'],
    // Code in `shared/task/` doesn't contain texts.
    task: [...sharedRoot, 'shared/form/']
  }
  return {
    ...pureLayer,
    name: `shared/${area}`,
    paths: [`shared/${area}/`],
    mayImport: imports[area] ?? [...sharedRoot, ...lower],
    packages: area === 'i18n' ? ['intl-messageformat'] : ['zod'],
    hint: area === 'form' ? 'Forms return codes with parameters. Add a phrase for them in shared/phrases.' : sharedHint
  }
})

/** Returns the rules for a folder in `electron/`. By default, the folder can't import Electron. `more` overrides the defaults. */
function nounLayer(name: string, mayImport: readonly string[], mayImportTypes: readonly string[], more: Partial<Layer> = {}): Layer {
  return {
    name: `electron/${name}`,
    paths: [`electron/${name}/`],
    mayImport: ['shared/', ...mayImport],
    mayImportTypes,
    packages: 'any',
    mayUseNode: true,
    electron: 'no',
    hint: nounHint,
    ...more
  }
}

/** Pure files in folders that also have files with side effects. */
const pureFiles: readonly string[] = [
  'electron/accounts/connection-error.ts',
  'electron/network/connection-check-steps.ts',
  'electron/network/connection-verdict.ts',
  'electron/faces/faces-error.ts',
  'electron/faces/plan-face-arguments.ts',
  'electron/faces/face-values.ts',
  'electron/notifications/notification-plan.ts',
  'electron/notifications/notification-target.ts',
  'electron/notifications/notification-text.ts',
  'electron/updates/update-plan.ts',
  'electron/desktop/tray/unfinished-task-state.ts',
  'electron/desktop/tray/tray-text.ts',
  'electron/desktop/dialogs/quit-text.ts'
]

const uiLayer = { mayImportTypes: [], packages: 'any', mayUseNode: false, electron: 'no' } as const
const features = ['gallery', 'queue', 'faces', 'library', 'viewer', 'account', 'settings', 'guide', 'fields', 'compose']
const featureParts = ['ui', 'bridge', 'navigation', 'tasks', 'shortcuts', 'media', 'players', 'spending', 'actions', 'zoom', 'search'].map(
  (part) => `renderer/${part}/`
)

/** Paths that a part of the renderer may import besides `shared`, `bridge` and `ui`. */
const partImports: { readonly [part: string]: readonly string[] } = {
  navigation: ['renderer/media/'],
  players: ['renderer/media/', 'renderer/shortcuts/'],
  spending: ['renderer/navigation/', 'renderer/tasks/'],
  actions: ['renderer/media/', 'renderer/navigation/', 'renderer/spending/'],
  zoom: ['renderer/shortcuts/']
}

const layers: readonly Layer[] = [
  { ...pureLayer, name: 'shared', paths: sharedRoot, mayImport: [], hint: sharedHint },
  ...sharedAreas,
  {
    ...pureLayer,
    name: 'electron/tasks/machine',
    paths: ['electron/tasks/machine/'],
    mayImport: wordless,
    hint: 'The task machine has no side effects. Return an effect for the engine to perform, or accept the value as an argument.'
  },
  {
    ...pureLayer,
    name: 'electron/tasks/ports',
    paths: ['electron/tasks/ports.ts'],
    mayImport: wordless,
    mayImportTypes: ['electron/tasks/machine/'],
    hint: 'The ports are types. Put code in the folder that implements the port.'
  },
  {
    ...pureLayer,
    name: 'electron/tasks/engine',
    paths: ['electron/tasks/engine/'],
    mayImport: [...wordless, ...taskTypes],
    hint: 'The engine does I/O only through ports. Declare the port in tasks/ports.ts and pass it in from studio.ts.'
  },
  {
    ...pureLayer,
    name: 'a pure file',
    paths: pureFiles,
    mayImport: ['shared/', taskErrors],
    hint: 'This file has no side effects. Accept values as arguments, or move the code to another file of the folder.'
  },
  nounLayer('database', [], [], {
    mayImport: [],
    hint: 'Opening a SQLite file needs only a path and a purpose. Tables and SQL belong to the folder of the store.'
  }),
  nounLayer('tasks/journal', ['electron/database/'], taskTypes),
  nounLayer('service', [], [...taskTypes, 'electron/accounts/secret.ts']),
  nounLayer('contract', [], taskTypes),
  nounLayer('forms', ['electron/database/'], taskTypes),
  nounLayer('uploads', [httpErrors, 'electron/images/'], taskTypes),
  nounLayer('faces', [httpErrors, 'electron/service/download-small-file.ts', 'electron/images/'], taskTypes),
  nounLayer('library', [httpErrors, 'electron/images/', 'electron/database/'], taskTypes),
  nounLayer('accounts', [], taskTypes, { electron: 'types' }),
  nounLayer('accounts/practice-launcher', ['electron/accounts/', 'electron/practice/practice-service.ts'], [], {
    paths: ['electron/accounts/practice-launcher.ts']
  }),
  nounLayer('images', [], [], {
    mayImport: [],
    hint: 'Decoding needs only paths, bytes and numbers. Pass anything else as job arguments.'
  }),
  nounLayer('practice', ['electron/images/'], [], {
    hint: 'The practice service represents an external server. It may import shared/ and images/, but no client code.'
  }),
  nounLayer(
    'studio',
    ['tasks', 'service', 'contract', 'accounts', 'uploads', 'forms', 'faces', 'library'].map((noun) => `electron/${noun}/`),
    [],
    {
      paths: ['electron/studio.ts', 'electron/studio/'],
      hint: 'The studio must run in plain Node. Pass in what needs Electron from create-app-services.ts.'
    }
  ),
  nounLayer('ipc', [], ['electron/studio.ts', ...handlerTypes], {
    hint: 'Handlers may import only shared/ and the types in handlerTypes. Pass in functions for dialogs, windows and the key vault from main.ts.'
  }),
  nounLayer(
    'network',
    [
      httpErrors,
      ...['lazy-agent', 'network-block', 'base-url'].map((file) => `electron/service/${file}.ts`),
      'electron/accounts/secret.ts',
      'electron/library/write-file-atomic.ts',
      ...pureFiles
    ],
    [...studioTypes, 'electron/accounts/'],
    { electron: 'types' }
  ),
  nounLayer('settings', [], [], { electron: 'types' }),
  nounLayer(
    'launch',
    ['electron/tasks/journal/journal-errors.ts'],
    [...studioTypes, 'electron/tasks/journal/backups.ts', 'electron/settings/settings.ts'],
    {
      electron: 'types'
    }
  ),
  nounLayer('updates', [httpErrors, 'electron/launch/install-kind.ts'], studioTypes, { electron: 'types' }),
  nounLayer('notifications', [], [...studioTypes, 'electron/settings/'], { electron: 'types' }),
  nounLayer('diagnostics', [], studioTypes, { electron: 'types' }),
  nounLayer(
    'desktop',
    ['electron/images/image-thread-pool.ts', 'electron/library/serve-media.ts', 'electron/ipc/register-ipc-handlers.ts'],
    [...studioTypes, 'electron/settings/', 'electron/launch/install-kind.ts'],
    {
      electron: 'yes',
      hint: 'desktop/ may import only shared/ and what ARCHITECTURE.md lists. It reaches the page only through shared/ipc.'
    }
  ),
  nounLayer('main', ['electron/'], [], {
    paths: ['main', 'preload', 'create-app-services', 'create-account-services', 'create-network', 'run-smoke-test'].map(
      (file) => `electron/${file}.ts`
    ),
    electron: 'yes',
    hint: 'The main process may import all of electron/ and shared/. It reaches the page only through shared/ipc.'
  }),
  {
    ...uiLayer,
    name: 'renderer/ui',
    paths: ['renderer/ui/'],
    mayImport: ['shared/i18n/'],
    hint: 'UI components may import only shared/i18n. Pass in anything else as props.'
  },
  {
    ...uiLayer,
    name: 'renderer/search',
    paths: ['renderer/search/'],
    mayImport: [],
    packages: [],
    hint: 'Text matching needs only texts. Pass in anything else as arguments.'
  },
  {
    ...uiLayer,
    name: 'renderer/bridge',
    paths: ['renderer/bridge/', 'renderer/vite-env.d.ts'],
    mayImport: ['shared/'],
    hint: 'The bridge only uses shared/ and caches data from main. Rendering belongs in a feature.'
  },
  ...['tasks', 'shortcuts', 'media', 'players', 'spending', 'actions', 'zoom', 'navigation'].map((part) => ({
    ...uiLayer,
    name: `renderer/${part}`,
    paths: [`renderer/${part}/`],
    mayImport: ['shared/', 'renderer/bridge/', 'renderer/ui/', ...(partImports[part] ?? [])],
    hint: 'Code for several features may not import a feature. Pass in anything else as props or arguments.'
  })),
  ...features.map((feature) => ({
    ...uiLayer,
    name: `renderer/${feature}`,
    paths: [`renderer/${feature}/`],
    mayImport: ['shared/', ...featureParts, ...(feature === 'compose' ? ['renderer/fields/'] : [])],
    hint: `${featureHint} Only compose may import renderer/fields.`
  })),
  {
    ...uiLayer,
    name: 'renderer/app',
    paths: ['renderer/app/', 'renderer/main.tsx'],
    mayImport: ['shared/', 'renderer/'],
    hint: 'The page can’t use Node or Electron. Send a request to main through the bridge.'
  }
]

/** `typeFolders`: folders that may import only the module's types. */
type RestrictedModule = {
  readonly specifier: string
  readonly allowedFolders: readonly string[]
  readonly typeFolders?: readonly string[]
  readonly hint: string
}

/** Modules that only some folders, or none, may import. */
const restrictedModules: readonly RestrictedModule[] = [
  {
    specifier: 'node:sqlite',
    allowedFolders: ['electron/database/'],
    typeFolders: ['electron/tasks/journal/', 'electron/forms/', 'electron/library/'],
    hint: 'Open files with openDatabase (electron/database). Only electron/tasks/journal, electron/forms and electron/library may use SQL.'
  },
  {
    specifier: 'node:child_process',
    allowedFolders: [],
    hint: 'Kiln doesn’t run programs. Upload commands are text from a server and are only parsed (electron/uploads).'
  },
  {
    specifier: 'sharp',
    allowedFolders: ['electron/images/'],
    hint: 'On Linux, sharp crashes in Electron outside image threads (electron/images/open-image-thread.ts). Import images/sharp.ts only there.'
  }
]

/** Returns every import in the files that the table doesn't allow. Files outside `shared/`, `electron/` and `renderer/` aren't checked. */
export function layerProblems(files: Iterable<SourceFile>): LayerProblem[] {
  return [...files].filter(({ path }) => /^(shared|electron|renderer)\//.test(path)).flatMap(problemsOfFile)
}

function problemsOfFile(file: SourceFile): LayerProblem[] {
  const layer = layerOf(file.path)
  if (layer === null)
    return [
      {
        file: file.path,
        line: 1,
        message: 'This file isn’t in any layer. Move it, or add a layer to test/tools/layers.ts and ARCHITECTURE.md.'
      }
    ]
  return importsOf(file).flatMap((imported) => {
    const reason = whyNot(layer, file.path, imported)
    return reason === null ? [] : [{ file: file.path, line: imported.line, message: `imports ${imported.specifier}: ${reason}` }]
  })
}

function layerOf(path: string): Layer | null {
  const fits = layers.flatMap((layer) => layer.paths.filter((start) => isWithin(path, start)).map((start) => ({ room: layer, start })))
  return fits.toSorted((a, b) => b.start.length - a.start.length)[0]?.room ?? null
}

function isWithin(path: string, start: string): boolean {
  return start.endsWith('/') ? path.startsWith(start) : path === start
}

function whyNot(layer: Layer, path: string, { specifier, isTypeOnly }: Import): string | null {
  if (specifier.startsWith('.')) {
    const target = posix.join(posix.dirname(path), specifier.replace(/\?.*$/, ''))
    if ([...layer.paths, ...layer.mayImport].some((start) => isWithin(target, start))) return null
    if (!layer.mayImportTypes.some((start) => isWithin(target, start))) return `${layer.name} may not import ${target}. ${layer.hint}`
    return isTypeOnly ? null : `${layer.name} may import only types of ${target}. ${layer.hint}`
  }
  const restricted = restrictedModules.find((candidate) => candidate.specifier === specifier)
  const foldersAllowed = [...(restricted?.allowedFolders ?? []), ...(isTypeOnly ? (restricted?.typeFolders ?? []) : [])]
  if (restricted && !foldersAllowed.some((folder) => isWithin(path, folder))) return restricted.hint
  const isNode = specifier.startsWith('node:') || builtinModules.includes(specifier)
  if (isNode) return layer.mayUseNode ? null : `${layer.name} may not use Node. ${layer.hint}`
  const packageName = packageOf(specifier)
  if (electronPackages.includes(packageName))
    return layer.electron === 'yes' || electronAdapters.includes(path) || (layer.electron === 'types' && isTypeOnly)
      ? null
      : `${layer.name} may not import ${packageName}. Only electron/desktop, the files in electron/ and a few adapters may. ${layer.hint}`
  return layer.packages === 'any' || layer.packages.includes(packageName) ? null : `${layer.name} may not use packages. ${layer.hint}`
}

/** Returns the registry packages that the files import, each once. */
export function packagesOf(files: readonly SourceFile[]): string[] {
  const specifiers = files.flatMap(importsOf).map(({ specifier }) => specifier)
  const isPackage = (specifier: string) =>
    !specifier.startsWith('.') && !specifier.startsWith('node:') && !builtinModules.includes(specifier)
  return [...new Set(specifiers.filter(isPackage).map(packageOf))]
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

/** Returns static and dynamic imports, re-exports, `import()` types and `require` calls, in order. */
function importsOf(file: SourceFile): Import[] {
  if (!/\.[cm]?tsx?$/.test(file.path)) return []
  const { program } = parseSync(file.path, file.text)
  const found: Import[] = []
  const add = (source: { readonly type: string; readonly value?: unknown; readonly start: number } | null, isTypeOnly: boolean) => {
    if (typeof source?.value !== 'string') return
    found.push({ specifier: source.value, isTypeOnly, line: file.text.slice(0, source.start).split('\n').length })
  }
  new Visitor({
    ImportDeclaration: (node) => add(node.source, node.importKind === 'type'),
    ExportAllDeclaration: (node) => add(node.source, node.exportKind === 'type'),
    ExportNamedDeclaration: (node) => add(node.source, node.exportKind === 'type'),
    ImportExpression: (node) => add(node.source, false),
    TSImportType: (node) => add(node.source, true),
    CallExpression: (node) => {
      const [first] = node.arguments
      if (node.callee.type === 'Identifier' && node.callee.name === 'require' && first?.type === 'Literal') add(first, false)
    }
  }).visit(program)
  return found
}
