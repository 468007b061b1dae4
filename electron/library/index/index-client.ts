import { basename } from 'node:path'
import { Worker } from 'node:worker_threads'
import { UserFacingError } from '../../../shared/form/submission-problem.ts'
import { say } from '../../../shared/i18n/say.ts'
import type { LibraryIndex } from './open-index.ts'

type Method = keyof LibraryIndex
export type IndexCall = { readonly turn: number; readonly method: Method; readonly args: readonly unknown[] }
/**
 * `isLost`: true if the index file was damaged and has been replaced. `isUnavailable`: true if the file is busy or can't be read. The next
 * call retries it.
 */
export type IndexResponse =
  | { readonly turn: number; readonly ok: true; readonly value: unknown }
  | { readonly turn: number; readonly ok: false; readonly isLost: boolean; readonly isUnavailable: boolean; readonly error: unknown }

/** Asynchronous access to the index from the main thread. A separate thread runs all `LibraryIndex` methods in call order. */
export type IndexClient = {
  readonly [Name in Exclude<Method, 'isNew' | 'close'>]: (
    ...given: Parameters<LibraryIndex[Name]>
  ) => Promise<ReturnType<LibraryIndex[Name]>>
} & { readonly isNew: () => Promise<boolean>; readonly close: () => Promise<void> }

/** The thread's script. It is in the same folder as this file, both in the source and in the bundle. */
const threadFile = new URL(import.meta.url.endsWith('.ts') ? './index-thread.ts' : './index-thread.js', import.meta.url)

/**
 * Starts the thread on the first call. If the thread dies, pending calls are rejected and the next call restarts it. `onLost` is called if
 * the index file was damaged and has been replaced. The call that found the damage is rejected, and the index must be filled again.
 */
export function openIndexClient(path: string, onLost: () => void): IndexClient {
  let thread: Worker | null = null
  let lastTurn = 0
  const waiting = new Map<number, { readonly resolve: (value: never) => void; readonly reject: (error: unknown) => void }>()

  function begin(): Worker {
    const begun = new Worker(threadFile, { workerData: path, name: 'library index' })
    begun.on('message', (answer: IndexResponse) => {
      const asked = waiting.get(answer.turn)
      waiting.delete(answer.turn)
      if (answer.ok) asked?.resolve(answer.value as never)
      else {
        asked?.reject(answer.isUnavailable ? unavailableError(path, answer.error) : answer.error)
        if (answer.isLost) onLost()
      }
    })
    const end = (error: unknown): void => {
      if (thread !== begun) return
      thread = null
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    begun.on('error', end)
    begun.on('exit', () => end(new Error('The library index was closed.')))
    // An idle index thread doesn't keep Kiln running.
    begun.unref()
    return begun
  }

  async function call(method: Method, args: readonly unknown[]): Promise<never> {
    thread ??= begin()
    const asked = thread
    lastTurn += 1
    const turn = lastTurn
    asked.ref()
    try {
      return await new Promise<never>((resolve, reject) => {
        waiting.set(turn, { resolve, reject })
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
        asked.postMessage({ turn, method, args } satisfies IndexCall)
      })
    } finally {
      if (waiting.size === 0) asked.unref()
    }
  }

  const to =
    <Name extends Method>(method: Name) =>
    (...given: readonly unknown[]): Promise<never> =>
      call(method, given)

  return {
    isNew: to('isNew'),
    filled: to('filled'),
    salvaged: to('salvaged'),
    salvage: to('salvage'),
    forgetSalvaged: to('forgetSalvaged'),
    page: to('page'),
    facets: to('facets'),
    tiles: to('tiles'),
    find: to('find'),
    details: to('details'),
    summary: to('summary'),
    stored: to('stored'),
    withIds: to('withIds'),
    briefs: to('briefs'),
    withPaths: to('withPaths'),
    fileOf: to('fileOf'),
    files: to('files'),
    integrityOf: to('integrityOf'),
    locations: to('locations'),
    put: to('put'),
    change: to('change'),
    revert: to('revert'),
    unwritten: to('unwritten'),
    mark: to('mark'),
    withState: to('withState'),
    written: to('written'),
    markAllUnwritten: to('markAllUnwritten'),
    drop: to('drop'),
    clear: to('clear'),
    collections: to('collections'),
    saveCollection: to('saveCollection'),
    addCollection: to('addCollection'),
    putCollections: to('putCollections'),
    removeCollection: to('removeCollection'),
    close: async () => {
      const closing = thread
      if (closing === null) return
      await call('close', [])
      thread = null
      await closing.terminate()
    }
  }
}

function unavailableError(path: string, cause: unknown): UserFacingError {
  return new UserFacingError(say('Kiln can’t open the library’s index.'), {
    advice: say('Check that no other app is using the file {name} in Kiln’s data folder, and that the disk isn’t full. Then try again.', {
      name: basename(path)
    }),
    cause
  })
}
