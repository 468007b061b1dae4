import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { compileFunction } from 'node:vm'
import { setUpIsolatedWorld } from './isolated-world.ts'
import type { IsolatedWorldNames } from './isolated-world.ts'
import { setUpPageWorld } from './page-world.ts'
import { createValueCodec } from './value-codec.ts'
import { createWorldPeer } from './world-peer.ts'

export type PageScripts = {
  readonly names: IsolatedWorldNames
  readonly pageWorld: string
  readonly isolatedWorld: string
  readonly asksForFilePaths: boolean
}

/**
 * Returns one window's setup scripts for both worlds. The names in them are random, so that a page can't guess them. Throws if the preload
 * can't be read or compiled.
 */
export function createPageScripts(preloadPath: string | null): PageScripts {
  const secret = randomUUID().replaceAll('-', '')
  const names = { binding: `standInTell${secret}`, receiver: `standInHear${secret}`, filePath: `standInFilePath${secret}` }
  const peer = (heardHere: string, heardThere: string): string =>
    `() => (${createWorldPeer})(${JSON.stringify(heardHere + secret)}, ${JSON.stringify(heardThere + secret)})`
  const preload = preloadPath === null ? 'null' : readPreload(preloadPath)
  // `debugger` pauses this world while the main process asks Chromium for the path. The call must return synchronously.
  const askFilePath = `function ${names.filePath}(file) { var path = ''; debugger; return path }`
  return {
    names,
    pageWorld: `(${setUpPageWorld})(${peer('page', 'isolated')})`,
    isolatedWorld: `(${setUpIsolatedWorld})(${JSON.stringify(names)}, ${peer('isolated', 'page')}, ${createValueCodec}, ${askFilePath}, ${JSON.stringify(process.platform)}, ${preload})`,
    asksForFilePaths: preload.includes('getPathForFile')
  }
}

function readPreload(path: string): string {
  const text = readFileSync(path, 'utf8')
  // Compiles the text once to report syntax errors.
  compileFunction(text, ['require', 'module', 'exports', 'process'], { filename: path })
  return `{ run(require, module, exports, process) {\n${text}\n} }`
}
