import { channel } from 'node:diagnostics_channel'
import fsPromises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { DatabaseSync } from 'node:sqlite'

/** API and storage calls, identified by path or method. */
const wireNames = ['upload-ticket', 'transfer', 'submit', 'query', 'recent', 'download'] as const
/** Stages of a call, named after undici's diagnostics channels. */
const wireMoments = ['create', 'sendHeaders', 'bodySent', 'headers', 'trailers'] as const
/** Steps in a batch's transaction: after its first statement, before its commit and after its commit. Each folder has only one batch. */
export const batchSteps = ['batch:inside', 'batch:before', 'batch:after'] as const
const fileMoments = [
  'commit:before',
  'commit:after',
  'sync:before',
  'sync:after',
  'link:before',
  'link:after',
  'rm:before',
  'rm:after'
] as const

/** Steps that give a result its final name on a disk that doesn't support hard links. */
export const noHardLinkCrashSteps = ['hold:before', 'hold:after', 'rename:before', 'rename:after'] as const

/** All other named steps at which a child may be killed. These are journal commits, file operations and the stages of each call. */
export const crashSteps: readonly string[] = [
  ...fileMoments,
  ...wireNames.flatMap((name) =>
    wireMoments.filter((moment) => !(name === 'recent' && moment === 'bodySent')).map((moment) => `${name}:${moment}`)
  )
]

/** Value of `crashAt`'s `step` that matches every step. */
export const anyStep = 'any step'

/**
 * Kills this process with SIGKILL when `step` occurs for the `count`th time. Patches Node's own functions, so that the shipped code is
 * tested.
 */
export function crashAt(step: string, count: number): void {
  let seen = 0
  function reached(name: string): void {
    if (name !== step && step !== anyStep) return
    seen += 1
    if (seen === count) process.kill(process.pid, 'SIGKILL')
  }

  let transaction = 'commit'
  const { exec, prepare } = DatabaseSync.prototype
  DatabaseSync.prototype.exec = function (sql: string): void {
    const isCommit = sql === 'COMMIT'
    if (isCommit) reached(`${transaction}:before`)
    exec.call(this, sql)
    if (isCommit) reached(`${transaction}:after`)
    if (isCommit) transaction = 'commit'
  }
  DatabaseSync.prototype.prepare = function (sql: string) {
    const statement = prepare.call(this, sql)
    if (!sql.startsWith('INSERT INTO batches')) return statement
    const run = statement.run.bind(statement)
    statement.run = (...values: never[]) => {
      const outcome = run(...values)
      transaction = 'batch'
      reached('batch:inside')
      return outcome
    }
    return statement
  }

  const { link, open, rename, rm } = fsPromises
  const patched = fsPromises as { link: typeof link; open: typeof open; rename: typeof rename; rm: typeof rm }
  patched.link = async (from, to) => {
    reached('link:before')
    await link(from, to)
    reached('link:after')
  }
  patched.rename = async (from, to) => {
    reached('rename:before')
    await rename(from, to)
    reached('rename:after')
  }
  patched.rm = async (path, options) => {
    reached('rm:before')
    await rm(path, options)
    reached('rm:after')
  }
  patched.open = async (...parameters) => {
    const isHolding = parameters[1] === 'wx'
    if (isHolding) reached('hold:before')
    const handle = await open(...parameters)
    if (isHolding) reached('hold:after')
    for (const name of ['sync', 'datasync'] as const) {
      const original = handle[name].bind(handle)
      handle[name] = async () => {
        reached('sync:before')
        await original()
        reached('sync:after')
      }
    }
    return handle
  }
  syncBuiltinESMExports()

  for (const moment of wireMoments) {
    const name = moment === 'sendHeaders' ? 'undici:client:sendHeaders' : `undici:request:${moment}`
    channel(name).subscribe((message) => {
      const { request } = message as { request: { method: string; path: string } }
      reached(`${nameOfCall(request)}:${moment}`)
    })
  }
}

function nameOfCall({ method, path }: { method: string; path: string }): string {
  if (path.endsWith('/files/upload')) return 'upload-ticket'
  if (path.endsWith('/submit')) return 'submit'
  if (path.endsWith('/query')) return 'query'
  if (path.includes('/tasks/recent')) return 'recent'
  if (path.includes('/api/v1/')) return 'contract'
  return method === 'PUT' ? 'transfer' : 'download'
}
