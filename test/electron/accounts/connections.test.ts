import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hasActiveConnection, openConnections, practiceConnectionId } from '../../../electron/accounts/connections.ts'
import type { Connections } from '../../../electron/accounts/connections.ts'
import { openSettingsFileInNode } from '../settings/settings-file-in-node.ts'

let folder: string
let made = 0

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-connections-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Reopens the file each time, as a restart does. */
async function open(): Promise<Connections> {
  const file = await openSettingsFileInNode(folder)
  return openConnections({ store: file.section('connections'), now: () => 1000, newId: () => `id-${(made += 1)}` })
}

async function connect(connections: Connections, baseUrl: string): Promise<string> {
  const id = connections.idsAt(baseUrl)[0] ?? connections.newId()
  return connections.activate({ id, baseUrl }).id
}

describe('connections', () => {
  it('are empty at first', async () => {
    expect((await open()).active()).toBeNull()
  })

  it('remember the active connection across a restart and name it after its host', async () => {
    const id = await connect(await open(), 'https://api.example.com')
    expect((await open()).active()).toEqual({
      id,
      name: 'api.example.com',
      baseUrl: 'https://api.example.com',
      isPractice: false,
      createdAt: 1000
    })
  })

  it('identify a connection by its origin, regardless of the path', async () => {
    const connections = await open()
    const first = await connect(connections, 'https://api.example.com')
    expect(await connect(connections, 'https://api.example.com/media')).toBe(first)
    expect((await open()).active()?.baseUrl).toBe('https://api.example.com/media')
  })

  it.each(['https://other.example.com', 'https://api.example.com:8443', 'http://localhost:3000'])(
    'give another origin, %s, its own ID',
    async (other) => {
      const connections = await open()
      const first = await connect(connections, 'https://api.example.com')
      expect(await connect(connections, other)).not.toBe(first)
      expect(await connect(connections, 'https://api.example.com')).toBe(first)
    }
  )

  it('identify the practice service by its ID on any port and don’t match other accounts at its address', async () => {
    const connections = await open()
    connections.activate({ id: practiceConnectionId, baseUrl: 'http://127.0.0.1:5001' })
    connections.activate({ id: practiceConnectionId, baseUrl: 'http://127.0.0.1:5002' })
    expect(connections.active()).toMatchObject({
      id: 'practice',
      name: 'Practice service',
      baseUrl: 'http://127.0.0.1:5002',
      isPractice: true
    })
    expect(connections.idsAt('http://127.0.0.1:5002')).toEqual([])
  })

  it('allow several accounts at one origin with distinct names and list the active one first', async () => {
    const connections = await open()
    const first = await connect(connections, 'https://api.example.com')
    const second = connections.activate({ id: connections.newId(), baseUrl: 'https://api.example.com' })
    expect(second.name).toBe('api.example.com (2)')
    expect(connections.idsAt('https://api.example.com')).toEqual([second.id, first])
    expect(connections.activate({ id: first, baseUrl: 'https://api.example.com' }).name).toBe('api.example.com')
    expect(connections.idsAt('https://api.example.com')).toEqual([first, second.id])
  })

  it('keep the record after a disconnect, so that the account’s tasks can use it again', async () => {
    const connections = await open()
    const id = await connect(connections, 'https://api.example.com')
    connections.deactivate()
    expect((await open()).active()).toBeNull()
    expect((await open()).idsAt('https://api.example.com')).toEqual([id])
  })

  it('fail to open and stay unchanged if the stored records are damaged', async () => {
    const damaged = JSON.stringify({ connections: { activeId: 7 } })
    await writeFile(join(folder, 'settings.json'), damaged)
    await expect(open()).rejects.toThrow()
    expect(await readFile(join(folder, 'settings.json'), 'utf8')).toBe(damaged)
  })

  it('report from the settings alone whether a connection is active, even if the settings are damaged', async () => {
    const stored = async (): Promise<boolean> => hasActiveConnection((await openSettingsFileInNode(folder)).section('connections'))
    expect(await stored()).toBe(false)
    const connections = await open()
    await connect(connections, 'https://api.example.com')
    expect(await stored()).toBe(true)
    connections.deactivate()
    expect(await stored()).toBe(false)
    expect(hasActiveConnection({ read: () => 'nonsense' })).toBe(false)
  })
})
