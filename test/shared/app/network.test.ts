import { describe, expect, it } from 'vitest'
import { defaultNetworkSettings, networkSettingsProblem, type NetworkSettings } from '../../../shared/app/network.ts'

const manual = (proxy: Partial<NetworkSettings['proxy']>, exceptions = ''): NetworkSettings => ({
  ...defaultNetworkSettings,
  way: 'manual',
  proxy: { kind: 'http', host: 'proxy.example', port: 8080, ...proxy },
  exceptions
})
const script = (pacUrl: string): NetworkSettings => ({ ...defaultNetworkSettings, way: 'pac', pacUrl })

describe('network route settings', () => {
  it.each([
    [defaultNetworkSettings],
    [{ ...defaultNetworkSettings, way: 'direct' } as const],
    [manual({})],
    [manual({ host: '10.1.2.3' })],
    [manual({ host: '[fe80::1]', port: 1 })],
    [manual({ host: 'bücher.example', port: 65_535 })],
    [manual({}, '.example.com, *.test localhost:8080\n10.0.0.1, [::1]; *')],
    [script('https://wpad.example/proxy.pac')],
    // Settings of other proxy modes are ignored.
    [{ ...manual({ host: '', port: null }), way: 'system' } as const]
  ])('%j are valid', (rules) => {
    expect(networkSettingsProblem(rules)).toBeNull()
  })

  it.each([
    [manual({ host: '' }), 'host'],
    [manual({ host: 'http://proxy.example' }), 'host'],
    [manual({ host: 'ada:secret@proxy.example' }), 'host'],
    [manual({ host: 'proxy.example:8080' }), 'host'],
    [manual({ host: 'two words' }), 'host'],
    [manual({ host: 'a<b' }), 'host'],
    [manual({ port: null }), 'port'],
    [manual({ port: 0 }), 'port'],
    [manual({ port: 65_536 }), 'port'],
    [manual({}, 'https://example.com/'), 'exceptions'],
    [script(''), 'pacUrl'],
    [script('proxy.pac'), 'pacUrl'],
    [script('file:///etc/proxy.pac'), 'pacUrl'],
    [script('data:text/plain,x'), 'pacUrl']
  ])('%j have a problem with %s', (rules, field) => {
    expect(networkSettingsProblem(rules)).toMatchObject({ field, message: expect.stringMatching(/\.$/) })
  })
})
