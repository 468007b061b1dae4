import { appendFileSync } from 'node:fs'

export type IpcDirection = 'page to main' | 'main to page'

/** Appends one IPC message to the log. `value`: the payload before it is encoded. */
export type IpcLog = (direction: IpcDirection, kind: 'invoke' | 'answer' | 'failure' | 'send', channel: string, value: unknown) => void

/**
 * Opens a log that appends each payload to `path` as one line of JSON. Bytes are written as Latin-1 text, so that tests can search for text
 * in them. Returns a function that does nothing if `path` is null.
 */
export function openIpcLog(path: string | null): IpcLog {
  if (path === null) return () => {}
  return (direction, kind, channel, value) => {
    const met = new WeakSet()
    const replace = (_key: string, item: unknown): unknown => {
      if (typeof item !== 'object' || item === null) return readable(item)
      // Replaces objects that were already visited, because JSON can't represent cycles.
      if (met.has(item)) return '(as before)'
      met.add(item)
      return readable(item)
    }
    appendFileSync(path, `${JSON.stringify({ direction, kind, channel, value }, replace)}\n`)
  }
}

function readable(item: unknown): unknown {
  if (typeof item === 'bigint') return String(item)
  if (item instanceof Map || item instanceof Set) return [...item]
  if (item instanceof Error) return { name: item.name, message: item.message, stack: item.stack }
  if (item instanceof ArrayBuffer) return Buffer.from(item).toString('latin1')
  if (ArrayBuffer.isView(item)) return Buffer.from(item.buffer, item.byteOffset, item.byteLength).toString('latin1')
  return item
}
