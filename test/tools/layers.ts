import { builtinModules } from 'node:module'
import { posix } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

/**
 * The import rules of one area, as in the table of ARCHITECTURE.md, without exemptions. An area is one or more paths (a folder ends in
 * `/`). A file belongs to the area with the longest matching path.
 */
type Layer = {
  readonly name: string
  readonly paths: readonly string[]
  /** Paths that the area may import, besides its own. */
  readonly mayImport: readonly string[]
  /** Paths from which the area may only import types. */
  readonly mayImportTypes: readonly string[]
  readonly packages: 'any' | readonly string[]
  readonly mayUseNode: boolean
  readonly mayUseElectron: boolean
  /** Advice shown when the rule is broken. */
  readonly hint: string
}

type SourceFile = { readonly path: string; readonly text: string }
type LayerProblem = { readonly file: string; readonly line: number; readonly message: string }
type Import = { readonly specifier: string; readonly isTypeOnly: boolean; readonly line: number }

/** Packages that only work inside Electron. */
const electronPackages = ['electron', 'electron-store', 'electron-updater']

const pureLayer = { mayImportTypes: [], packages: [], mayUseNode: false, mayUseElectron: false } as const
const serviceLayer = {
  mayImport: ['shared/'],
  mayImportTypes: ['electron/core/'],
  packages: 'any',
  mayUseNode: true,
  mayUseElectron: false
} as const
const compositionLayer = { mayImportTypes: [], packages: 'any', mayUseNode: true } as const
const uiLayer = { mayImportTypes: [], packages: 'any', mayUseNode: false, mayUseElectron: false } as const

const serviceHint =
  'A room that does one thing knows `shared` and the types of `core`; what it needs from elsewhere is handed in by studio.ts or main.ts.'
const featureHint =
  'Features meet only in renderer/app: pass it in as a property there, or move what both need into renderer/ui, renderer/bridge or shared.'
const features = ['gallery', 'queue', 'faces', 'library', 'viewer', 'account', 'settings', 'guide', 'fields']

const layers: readonly Layer[] = [
  {
    ...pureLayer,
    name: 'shared',
    paths: ['shared/'],
    mayImport: [],
    packages: ['zod'],
    hint: 'Words that both sides use know each other and zod, nothing else; what needs more belongs into electron/ or renderer/.'
  },
  {
    ...pureLayer,
    name: 'shared/i18n',
    paths: ['shared/i18n/'],
    mayImport: [],
    packages: ['intl-messageformat'],
    hint: 'What is said in the language in force knows nothing but languages and texts: hand in what else it needs as values.'
  },
  {
    ...pureLayer,
    name: 'electron/core',
    paths: ['electron/core/'],
    mayImport: ['shared/'],
    hint: 'core decides and touches nothing: return an effect, or take the value as an argument, and let the engine do it.'
  },
  {
    ...pureLayer,
    name: 'electron/engine',
    paths: ['electron/engine/'],
    mayImport: ['shared/', 'electron/core/'],
    hint: 'The engine reaches the world through ports: describe what it needs in core/ports.ts and hand it in from studio.ts.'
  },
  ...['api', 'journal', 'workspace', 'batch', 'account'].map((room) => ({
    ...serviceLayer,
    name: `electron/${room}`,
    paths: [`electron/${room}/`],
    hint: serviceHint
  })),
  ...['uploads', 'library', 'discovery', 'faces'].map((room) => ({
    ...serviceLayer,
    name: `electron/${room}`,
    paths: [`electron/${room}/`],
    mayImport: ['shared/', 'electron/api/http-client.ts', ...(room === 'discovery' ? [] : ['electron/images/'])],
    hint: `${serviceHint} The other doors are api/http-client.ts and images/.`
  })),
  {
    ...serviceLayer,
    name: 'electron/images',
    paths: ['electron/images/'],
    mayImport: [],
    mayImportTypes: [],
    hint: 'Decoding needs paths, bytes and numbers: pass what else it needs as arguments of a job.'
  },
  {
    ...serviceLayer,
    name: 'electron/practice',
    paths: ['electron/practice/'],
    mayImport: ['shared/', 'electron/images/'],
    mayImportTypes: [],
    hint: "The practice service is somebody else's server: it knows the words of `shared`, the threads of images/ and nothing of the client."
  },
  {
    ...compositionLayer,
    name: 'electron/studio',
    paths: ['electron/studio.ts'],
    mayImport: [
      'shared/',
      ...['core', 'engine', 'api', 'uploads', 'journal', 'workspace', 'batch', 'library', 'faces', 'account', 'discovery', 'practice'].map(
        (room) => `electron/${room}/`
      )
    ],
    mayUseElectron: false,
    hint: 'studio.ts is everything but Electron and opens in plain Node; what needs Electron lives in desktop/ and is handed in by main.ts.'
  },
  {
    ...compositionLayer,
    name: 'electron/ipc',
    paths: ['electron/ipc/'],
    mayImport: ['shared/', 'electron/studio.ts'],
    mayUseElectron: false,
    hint: 'Handlers know the contract and the studio; whatever else they need (dialogs, windows, the key vault) main.ts hands them as functions.'
  },
  {
    ...compositionLayer,
    name: 'electron/desktop',
    paths: ['electron/desktop/', 'electron/main.ts', 'electron/preload.ts'],
    mayImport: ['shared/', 'electron/'],
    mayUseElectron: true,
    hint: 'The desktop knows all of electron/ and shared/; the page is reached through the contract in shared/ipc.ts.'
  },
  {
    ...uiLayer,
    name: 'renderer/ui',
    paths: ['renderer/ui/'],
    mayImport: ['shared/i18n/'],
    hint: 'Parts of the ui kit know nothing of ours but how a text is said: take what you need as properties.'
  },
  {
    ...uiLayer,
    name: 'renderer/bridge',
    paths: ['renderer/bridge/', 'renderer/vite-env.d.ts'],
    mayImport: ['shared/'],
    hint: 'The bridge speaks the contract of shared/ipc.ts and keeps a copy of what main says; drawing belongs into a feature.'
  },
  ...features.map((feature) => ({
    ...uiLayer,
    name: `renderer/${feature}`,
    paths: [`renderer/${feature}/`],
    mayImport: ['shared/', 'renderer/bridge/', 'renderer/ui/'],
    hint: featureHint
  })),
  {
    ...uiLayer,
    name: 'renderer/compose',
    paths: ['renderer/compose/'],
    mayImport: ['shared/', 'renderer/bridge/', 'renderer/ui/', 'renderer/fields/'],
    hint: `${featureHint} Compose is the one that also draws renderer/fields.`
  },
  {
    ...uiLayer,
    name: 'renderer/app',
    paths: ['renderer/app/', 'renderer/main.tsx'],
    mayImport: ['shared/', 'renderer/'],
    hint: 'The page has no Node and no Electron: ask main through the bridge.'
  }
]

/** Modules that only some folders, or none, may import. */
const modulesWithHomes: readonly { readonly specifier: string; readonly accountOfConnection: readonly string[]; readonly hint: string }[] =
  [
    {
      specifier: 'node:sqlite',
      accountOfConnection: ['electron/journal/', 'electron/workspace/', 'electron/library/'],
      hint: 'Only electron/journal (tasks and credits), electron/workspace (what a person keeps at hand) and electron/library (the index) speak SQL: add a function there.'
    },
    {
      specifier: 'node:child_process',
      accountOfConnection: [],
      hint: 'Kiln runs no programs: an upload command is text from a server, to be parsed and never run (electron/uploads).'
    },
    {
      specifier: 'sharp',
      accountOfConnection: ['electron/images/'],
      hint: 'On Linux sharp crashes in Electron outside a thread of electron/images/open-image-thread.ts: import images/sharp.ts in such a thread.'
    }
  ]

/** Every import in the files that the table doesn't allow. Files outside `shared/`, `electron/` and `renderer/` aren't checked. */
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
        message: 'It stands in no room. Move it into one, or draw a new one in test/tools/layers.ts and ARCHITECTURE.md.'
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
    if (!layer.mayImportTypes.some((start) => isWithin(target, start))) return `${layer.name} may not know ${target}. ${layer.hint}`
    return isTypeOnly ? null : `${layer.name} may import only types of ${target}. ${layer.hint}`
  }
  const homed = modulesWithHomes.find((candidate) => candidate.specifier === specifier)
  if (homed && !homed.accountOfConnection.some((home) => isWithin(path, home))) return homed.hint
  const isNode = specifier.startsWith('node:') || builtinModules.includes(specifier)
  if (isNode) return layer.mayUseNode ? null : `${layer.name} may not use Node. ${layer.hint}`
  const packageName = packageOf(specifier)
  if (electronPackages.includes(packageName))
    return layer.mayUseElectron
      ? null
      : `only electron/main.ts, electron/preload.ts and electron/desktop/ may import ${packageName}. ${layer.hint}`
  return layer.packages === 'any' || layer.packages.includes(packageName) ? null : `${layer.name} may not use packages. ${layer.hint}`
}

/** Registry packages that the files import, each once. */
export function packagesOf(files: readonly SourceFile[]): string[] {
  const specifiers = files.flatMap(importsOf).map(({ specifier }) => specifier)
  const isPackage = (specifier: string) =>
    !specifier.startsWith('.') && !specifier.startsWith('node:') && !builtinModules.includes(specifier)
  return [...new Set(specifiers.filter(isPackage).map(packageOf))]
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

/** Static and dynamic imports, re-exports, `import()` types and `require` calls, in order. */
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
