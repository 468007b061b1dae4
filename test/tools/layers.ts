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
  'A service folder may import only shared/ and types of electron/core. Pass in everything else from studio.ts or main.ts.'
const featureHint =
  'Features can’t import each other. Pass props in renderer/app, or move shared code to renderer/ui, renderer/bridge or shared/.'
const features = ['gallery', 'queue', 'faces', 'library', 'viewer', 'account', 'settings', 'guide', 'fields']

const layers: readonly Layer[] = [
  {
    ...pureLayer,
    name: 'shared',
    paths: ['shared/'],
    mayImport: [],
    packages: ['zod'],
    hint: 'Code in shared/ may import only shared/ and zod. Move code with other dependencies to electron/ or renderer/.'
  },
  {
    ...pureLayer,
    name: 'shared/i18n',
    paths: ['shared/i18n/'],
    mayImport: [],
    packages: ['intl-messageformat'],
    hint: 'Code in shared/i18n may import only shared/i18n and intl-messageformat. Pass in other values as arguments.'
  },
  {
    ...pureLayer,
    name: 'electron/core',
    paths: ['electron/core/'],
    mayImport: ['shared/'],
    hint: 'The core has no side effects. Return an effect for the engine to perform, or accept the value as an argument.'
  },
  {
    ...pureLayer,
    name: 'electron/engine',
    paths: ['electron/engine/'],
    mayImport: ['shared/', 'electron/core/'],
    hint: 'The engine does I/O only through ports. Declare the port in core/ports.ts and pass it in from studio.ts.'
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
    hint: `${serviceHint} Also allowed: api/http-client.ts and, outside discovery, images/.`
  })),
  {
    ...serviceLayer,
    name: 'electron/images',
    paths: ['electron/images/'],
    mayImport: [],
    mayImportTypes: [],
    hint: 'Decoding needs only paths, bytes and numbers. Pass anything else as job arguments.'
  },
  {
    ...serviceLayer,
    name: 'electron/practice',
    paths: ['electron/practice/'],
    mayImport: ['shared/', 'electron/images/'],
    mayImportTypes: [],
    hint: 'The practice service represents an external server. It may import shared/ and images/, but no client code.'
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
    hint: 'studio.ts must run in plain Node. Put code that needs Electron in desktop/ and pass it in from main.ts.'
  },
  {
    ...compositionLayer,
    name: 'electron/ipc',
    paths: ['electron/ipc/'],
    mayImport: ['shared/', 'electron/studio.ts'],
    mayUseElectron: false,
    hint: 'Handlers may import only shared/ and studio.ts. Pass in functions for dialogs, windows and the key vault from main.ts.'
  },
  {
    ...compositionLayer,
    name: 'electron/desktop',
    paths: ['electron/desktop/', 'electron/main.ts', 'electron/preload.ts'],
    mayImport: ['shared/', 'electron/'],
    mayUseElectron: true,
    hint: 'The desktop may import all of electron/ and shared/. It reaches the page only through shared/ipc.ts.'
  },
  {
    ...uiLayer,
    name: 'renderer/ui',
    paths: ['renderer/ui/'],
    mayImport: ['shared/i18n/'],
    hint: 'UI components may import only shared/i18n. Pass in anything else as props.'
  },
  {
    ...uiLayer,
    name: 'renderer/bridge',
    paths: ['renderer/bridge/', 'renderer/vite-env.d.ts'],
    mayImport: ['shared/'],
    hint: 'The bridge only uses shared/ipc.ts and caches data from main. Rendering belongs in a feature.'
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
    hint: `${featureHint} Only compose may import renderer/fields.`
  },
  {
    ...uiLayer,
    name: 'renderer/app',
    paths: ['renderer/app/', 'renderer/main.tsx'],
    mayImport: ['shared/', 'renderer/'],
    hint: 'The page can’t use Node or Electron. Send a request to main through the bridge.'
  }
]

/** Modules that only some folders, or none, may import. */
const restrictedModules: readonly { readonly specifier: string; readonly allowedFolders: readonly string[]; readonly hint: string }[] = [
  {
    specifier: 'node:sqlite',
    allowedFolders: ['electron/journal/', 'electron/workspace/', 'electron/library/'],
    hint: 'Only electron/journal, electron/workspace and electron/library may use SQL. Add a function there.'
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
  if (restricted && !restricted.allowedFolders.some((folder) => isWithin(path, folder))) return restricted.hint
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
