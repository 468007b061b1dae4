import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { simulateShutdown } from '../main/system-shutdown.ts'

/** Shuts down a system and returns the names of the events, in order. `objects`: true if the app prevents the shutdown. */
function happenings(platform: NodeJS.Platform, objects = false): readonly string[] {
  const told: string[] = []
  const window = new EventEmitter()
  const powerMonitor = new EventEmitter()
  window.on('query-session-end', (event: { preventDefault: () => void }) => {
    told.push('query-session-end')
    if (objects) event.preventDefault()
  })
  window.on('session-end', () => told.push('session-end'))
  powerMonitor.on('shutdown', () => told.push('shutdown'))
  simulateShutdown({ platform, windows: () => [window], powerMonitor, quit: () => told.push('quit'), end: () => told.push('end') })
  return told
}

it.each<[NodeJS.Platform, readonly string[]]>([
  ['win32', ['query-session-end', 'session-end', 'end']],
  ['darwin', ['shutdown', 'quit']],
  ['linux', ['shutdown', 'quit']]
])('a shutdown on %s reaches the app as %j', (platform, expected) => {
  expect(happenings(platform)).toEqual(expected)
})

it('a window on Windows can block a shutdown', () => {
  expect(happenings('win32', true)).toEqual(['query-session-end'])
})
