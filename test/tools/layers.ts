import { builtinModules } from 'node:module'
import { posix } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

/**
 * Who may know whom: the table of ARCHITECTURE.md as a check, with zero exemptions.
 * A room is one or more paths (a folder ends in `/`). A file belongs to the room with the longest path that fits.
 */
type Room = {
  readonly name: string
  readonly paths: readonly string[]
  /** Paths it may import, besides its own. */
  readonly mayImport: readonly string[]
  /** Paths of which it may import types only. */
  readonly mayImportTypes: readonly string[]
  readonly packages: 'any' | readonly string[]
  readonly mayUseNode: boolean
  readonly mayUseElectron: boolean
  /** Said when the rule is broken: where to go instead. */
  readonly wayOut: string
}

type SourceFile = { readonly path: string; readonly text: string }
type LayerProblem = { readonly file: string; readonly line: number; readonly message: string }
type Import = { readonly specifier: string; readonly isTypeOnly: boolean; readonly line: number }

/** Packages that only work inside Electron. */
const electronPackages = ['electron', 'electron-store', 'electron-updater']

const pureRoom = { mayImportTypes: [], packages: [], mayUseNode: false, mayUseElectron: false } as const
const doingRoom = {
  mayImport: ['shared/'],
  mayImportTypes: ['electron/core/'],
  packages: 'any',
  mayUseNode: true,
  mayUseElectron: false
} as const
const wiredRoom = { mayImportTypes: [], packages: 'any', mayUseNode: true } as const
const drawingRoom = { mayImportTypes: [], packages: 'any', mayUseNode: false, mayUseElectron: false } as const

const wayOutOfDoing =
  'A room that does one thing knows `shared` and the types of `core`; what it needs from elsewhere is handed in by studio.ts or main.ts.'
const wayOutOfFeature =
  'Features meet only in renderer/app: pass it in as a property there, or move what both need into renderer/ui, renderer/bridge or shared.'
const features = ['gallery', 'queue', 'faces', 'library', 'viewer', 'account', 'settings', 'guide', 'fields']

const rooms: readonly Room[] = [
  {
    ...pureRoom,
    name: 'shared',
    paths: ['shared/'],
    mayImport: [],
    packages: ['zod'],
    wayOut: 'Words that both sides use know each other and zod, nothing else; what needs more belongs into electron/ or renderer/.'
  },
  {
    ...pureRoom,
    name: 'shared/words',
    paths: ['shared/words/'],
    mayImport: [],
    packages: ['intl-messageformat'],
    wayOut: 'What is said in the language in force knows nothing but languages and texts: hand in what else it needs as values.'
  },
  {
    ...pureRoom,
    name: 'electron/core',
    paths: ['electron/core/'],
    mayImport: ['shared/'],
    wayOut: 'core decides and touches nothing: return an effect, or take the value as an argument, and let the engine do it.'
  },
  {
    ...pureRoom,
    name: 'electron/engine',
    paths: ['electron/engine/'],
    mayImport: ['shared/', 'electron/core/'],
    wayOut: 'The engine reaches the world through ports: describe what it needs in core/ports.ts and hand it in from studio.ts.'
  },
  ...['api', 'journal', 'desk', 'batch', 'account'].map((room) => ({
    ...doingRoom,
    name: `electron/${room}`,
    paths: [`electron/${room}/`],
    wayOut: wayOutOfDoing
  })),
  ...['uploads', 'library', 'discovery', 'faces'].map((room) => ({
    ...doingRoom,
    name: `electron/${room}`,
    paths: [`electron/${room}/`],
    mayImport: ['shared/', 'electron/api/http-client.ts'],
    wayOut: `${wayOutOfDoing} The one other door is api/http-client.ts.`
  })),
  {
    ...doingRoom,
    name: 'electron/practice',
    paths: ['electron/practice/'],
    mayImportTypes: [],
    wayOut: "The practice service is somebody else's server: it knows the words of `shared` and nothing of the client."
  },
  {
    ...wiredRoom,
    name: 'electron/studio',
    paths: ['electron/studio.ts'],
    mayImport: [
      'shared/',
      ...['core', 'engine', 'api', 'uploads', 'journal', 'desk', 'batch', 'library', 'faces', 'account', 'discovery', 'practice'].map(
        (room) => `electron/${room}/`
      )
    ],
    mayUseElectron: false,
    wayOut:
      'studio.ts is everything but Electron and opens in plain Node; what needs Electron lives in desktop/ and is handed in by main.ts.'
  },
  {
    ...wiredRoom,
    name: 'electron/ipc',
    paths: ['electron/ipc/'],
    mayImport: ['shared/', 'electron/studio.ts'],
    mayUseElectron: false,
    wayOut:
      'Handlers know the contract and the studio; whatever else they need (dialogs, windows, the key vault) main.ts hands them as functions.'
  },
  {
    ...wiredRoom,
    name: 'electron/desktop',
    paths: ['electron/desktop/', 'electron/main.ts', 'electron/preload.ts'],
    mayImport: ['shared/', 'electron/'],
    mayUseElectron: true,
    wayOut: 'The desktop knows all of electron/ and shared/; the page is reached through the contract in shared/ipc.ts.'
  },
  {
    ...drawingRoom,
    name: 'renderer/ui',
    paths: ['renderer/ui/'],
    mayImport: ['shared/words/'],
    wayOut: 'Parts of the ui kit know nothing of ours but how a text is said: take what you need as properties.'
  },
  {
    ...drawingRoom,
    name: 'renderer/bridge',
    paths: ['renderer/bridge/', 'renderer/vite-env.d.ts'],
    mayImport: ['shared/'],
    wayOut: 'The bridge speaks the contract of shared/ipc.ts and keeps a copy of what main says; drawing belongs into a feature.'
  },
  ...features.map((feature) => ({
    ...drawingRoom,
    name: `renderer/${feature}`,
    paths: [`renderer/${feature}/`],
    mayImport: ['shared/', 'renderer/bridge/', 'renderer/ui/'],
    wayOut: wayOutOfFeature
  })),
  {
    ...drawingRoom,
    name: 'renderer/compose',
    paths: ['renderer/compose/'],
    mayImport: ['shared/', 'renderer/bridge/', 'renderer/ui/', 'renderer/fields/'],
    wayOut: `${wayOutOfFeature} Compose is the one that also draws renderer/fields.`
  },
  {
    ...drawingRoom,
    name: 'renderer/app',
    paths: ['renderer/app/', 'renderer/main.tsx'],
    mayImport: ['shared/', 'renderer/'],
    wayOut: 'The page has no Node and no Electron: ask main through the bridge.'
  }
]

/** Node modules with few homes, or none. */
const nodeModulesWithHomes: readonly { readonly specifier: string; readonly homes: readonly string[]; readonly wayOut: string }[] = [
  {
    specifier: 'node:sqlite',
    homes: ['electron/journal/', 'electron/desk/', 'electron/library/'],
    wayOut:
      'Only electron/journal (tasks and credits), electron/desk (what a person keeps at hand) and electron/library (the index) speak SQL: add a function there.'
  },
  {
    specifier: 'node:child_process',
    homes: [],
    wayOut: 'Kiln runs no programs: an upload command is text from a server, to be parsed and never run (electron/uploads).'
  }
]

/** Every import of the files that the table does not allow. Files outside `shared/`, `electron/` and `renderer/` are not looked at. */
export function layerProblems(files: Iterable<SourceFile>): LayerProblem[] {
  return [...files].filter(({ path }) => /^(shared|electron|renderer)\//.test(path)).flatMap(problemsOfFile)
}

function problemsOfFile(file: SourceFile): LayerProblem[] {
  const room = roomOf(file.path)
  if (room === null)
    return [
      {
        file: file.path,
        line: 1,
        message: 'It stands in no room. Move it into one, or draw a new one in test/tools/layers.ts and ARCHITECTURE.md.'
      }
    ]
  return importsOf(file).flatMap((imported) => {
    const reason = whyNot(room, file.path, imported)
    return reason === null ? [] : [{ file: file.path, line: imported.line, message: `imports ${imported.specifier}: ${reason}` }]
  })
}

function roomOf(path: string): Room | null {
  const fits = rooms.flatMap((room) => room.paths.filter((start) => isWithin(path, start)).map((start) => ({ room, start })))
  return fits.toSorted((a, b) => b.start.length - a.start.length)[0]?.room ?? null
}

function isWithin(path: string, start: string): boolean {
  return start.endsWith('/') ? path.startsWith(start) : path === start
}

function whyNot(room: Room, path: string, { specifier, isTypeOnly }: Import): string | null {
  if (specifier.startsWith('.')) {
    const target = posix.join(posix.dirname(path), specifier.replace(/\?.*$/, ''))
    if ([...room.paths, ...room.mayImport].some((start) => isWithin(target, start))) return null
    if (!room.mayImportTypes.some((start) => isWithin(target, start))) return `${room.name} may not know ${target}. ${room.wayOut}`
    return isTypeOnly ? null : `${room.name} may import only types of ${target}. ${room.wayOut}`
  }
  const isNode = specifier.startsWith('node:') || builtinModules.includes(specifier)
  if (isNode) {
    const homed = nodeModulesWithHomes.find((candidate) => candidate.specifier === specifier)
    if (homed && !homed.homes.some((home) => isWithin(path, home))) return homed.wayOut
    return room.mayUseNode ? null : `${room.name} may not use Node. ${room.wayOut}`
  }
  const packageName = packageOf(specifier)
  if (electronPackages.includes(packageName))
    return room.mayUseElectron
      ? null
      : `only electron/main.ts, electron/preload.ts and electron/desktop/ may import ${packageName}. ${room.wayOut}`
  return room.packages === 'any' || room.packages.includes(packageName) ? null : `${room.name} may not use packages. ${room.wayOut}`
}

/** The packages of the registry that the files name in their imports, each once. */
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
