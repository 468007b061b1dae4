import fsPromises, { type FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

type Call = (...parameters: never[]) => Promise<unknown>

export type FrozenDisk = {
  /** Resolves when the disk freezes. */
  readonly stopped: Promise<'stopped'>
  /** Restores Node's own functions and closes all files that the frozen code had opened. */
  readonly thaw: () => Promise<void>
}

/** Calls that change a file or folder. `open` is patched separately, because calls on its file handle are also steps. */
const pathCalls = ['link', 'rename', 'rm', 'writeFile'] as const
const handleCalls = ['write', 'writev', 'writeFile', 'truncate', 'sync', 'datasync'] as const

/**
 * Freezes the file system at step number `last`. From then on, calls never finish. The disk is then in the state that a kill at that moment
 * leaves behind. A step is the moment before or after a change. The middle of writing a small file is also a step.
 */
export function freezeDiskAtStep(last: number): FrozenDisk {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<'stopped'>()
  const handles: FileHandle[] = []
  const patched = fsPromises as unknown as Record<string, Call>
  const originals = new Map([...pathCalls, 'open'].map((name) => [name, patched[name] as Call]))
  let steps = 0
  let isFrozen = false

  const step = async (): Promise<void> => {
    steps += 1
    if (steps === last) {
      isFrozen = true
      stop('stopped')
    }
    if (isFrozen) await new Promise(() => undefined)
  }

  const changing =
    (name: string, original: Call): Call =>
    async (...parameters) => {
      await step()
      if (name === 'writeFile') {
        const place = parameters.findIndex((parameter) => String(parameter).startsWith('{'))
        const text = String(parameters[place])
        if (steps + 1 === last) await original(...parameters.with(place, text.slice(0, text.length / 2) as never))
        await step()
      }
      const outcome = await original(...parameters)
      if (name === 'open') handles.push(outcome as FileHandle)
      await step()
      return outcome
    }

  for (const name of pathCalls) patched[name] = changing(name, originals.get(name) as Call)
  patched['open'] = async (...parameters) => {
    const handle = await changing('open', originals.get('open') as Call)(...parameters)
    const calls = handle as Record<string, Call>
    for (const name of handleCalls) calls[name] = changing(name, (calls[name] as Call).bind(handle))
    return handle
  }
  syncBuiltinESMExports()

  return {
    stopped,
    thaw: async () => {
      for (const [name, original] of originals) patched[name] = original
      syncBuiltinESMExports()
      await Promise.all(handles.map((handle) => handle.close()))
    }
  }
}
