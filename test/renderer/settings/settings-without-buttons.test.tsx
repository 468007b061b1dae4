import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { SpendingLimits } from '../../../renderer/account/spending-limits.tsx'
import { session } from '../../../renderer/bridge/session.ts'
import { useSettings } from '../../../renderer/bridge/use-session.ts'
import { FileNamePatternForm } from '../../../renderer/settings/file-name-pattern-form.tsx'
import { NetworkSettingsPanel } from '../../../renderer/settings/network-settings-panel.tsx'
import { rejectedOutcome } from '../fake-bridge.ts'
import { openSettingsSession } from './open-settings-session.ts'

function Panels() {
  const settings = useSettings()
  if (settings === null) return null
  return (
    <>
      <NetworkSettingsPanel rules={settings.network} />
      <FileNamePatternForm rule={settings.nameRule} />
      <SpendingLimits />
      <button type="button">Elsewhere</button>
    </>
  )
}
function open(...[answers]: Parameters<typeof openSettingsSession>) {
  const settings = openSettingsSession(answers)
  return { user: userEvent.setup(), settings, ...render(<Panels />) }
}
const elsewhere = (): HTMLElement => screen.getByRole('button', { name: 'Elsewhere' })

describe('a typed setting', () => {
  it('has no save button', () => {
    open()
    expect(screen.queryByRole('button', { name: /save|apply|use proxy/i })).toBeNull()
  })

  it('applies on Enter, and can be undone', async () => {
    const { user, settings } = open()
    await user.type(screen.getByLabelText('Daily limit'), '200{Enter}')
    expect(settings().dailyLimit).toBe(200)
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(settings().dailyLimit).toBeNull()
  })

  it('applies when the focus leaves it, and not before', async () => {
    const { user, settings } = open()
    await user.type(screen.getByLabelText('Ask before spending more than'), '50')
    expect(settings().confirmAbove).toBeNull()
    await user.click(elsewhere())
    expect(settings().confirmAbove).toBe(50)
  })

  it('applies when its page is left', async () => {
    const { user, settings, unmount } = open()
    await user.type(screen.getByLabelText('Daily limit'), '7')
    unmount()
    expect(settings().dailyLimit).toBe(7)
  })

  it('keeps an invalid text with its error, and restores the saved value on Escape', async () => {
    const { user, settings } = open()
    const pattern = screen.getByLabelText<HTMLInputElement>('File name pattern')
    const before = pattern.value
    await user.clear(pattern)
    await user.type(pattern, '{{when}_{{index}')
    await user.click(elsewhere())
    expect(screen.getByText(/^{when} isn’t a valid placeholder\./)).toBeDefined()
    expect(pattern.value).toBe('{when}_{index}')
    expect(settings().nameRule).toBe(before)
    await user.type(pattern, '{Escape}')
    expect(pattern.value).toBe(before)
  })

  it('keeps the text if it can’t be saved', async () => {
    const { user } = open({ 'settings.change': () => rejectedOutcome('The disk is full.') })
    await user.type(screen.getByLabelText('Daily limit'), '9{Enter}')
    expect(screen.getByLabelText<HTMLInputElement>('Daily limit').value).toBe('9')
    expect(session.getState().settings).toMatchObject({ value: { dailyLimit: null } })
  })

  it('stays a draft while a placeholder button in the same form is pressed', async () => {
    const { user, settings } = open()
    const pattern = screen.getByLabelText<HTMLInputElement>('File name pattern')
    const before = settings().nameRule
    await user.clear(pattern)
    await user.type(pattern, 'made/')
    await user.click(screen.getByRole('button', { name: /^Insert result number/ }))
    expect(pattern.value).toBe('made/{index}')
    expect(settings().nameRule).toBe(before)
    await user.click(elsewhere())
    expect(settings().nameRule).toBe('made/{index}')
    await user.click(screen.getByRole('button', { name: 'Use default pattern' }))
    expect(settings().nameRule).toBe(before)
  })
})

describe('a custom proxy', () => {
  it('applies only with host and port, after the focus has left both', async () => {
    const { user, settings } = open()
    await user.click(screen.getByRole('radio', { name: 'Custom proxy' }))
    expect(screen.getByText(/^Not in use yet\./)).toBeDefined()
    await user.type(screen.getByLabelText('Proxy host'), 'proxy.example')
    await user.tab()
    expect(screen.queryByText('Enter a port from 1 to 65535.')).toBeNull()
    expect(settings().network.way).toBe('system')
    await user.click(elsewhere())
    expect(screen.getByText('Enter a port from 1 to 65535.')).toBeDefined()
    await user.type(screen.getByLabelText('Port'), '8080')
    expect(settings().network.way).toBe('system')
    await user.click(elsewhere())
    expect(settings().network).toMatchObject({ way: 'manual', proxy: { host: 'proxy.example', port: 8080 } })
    expect(screen.queryByText(/^Not in use yet\./)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(settings().network.way).toBe('system')
  })

  it('applies at once if it was entered before', async () => {
    const { user, settings } = open()
    act(() => {
      const state = session.getState().settings
      if (state.state !== 'ready') throw new Error('The settings are loading.')
      const network = { ...state.value.network, proxy: { kind: 'http', host: 'proxy.example', port: 8080 } } as const
      session.setState({ settings: { state: 'ready', value: { ...state.value, network } } })
    })
    await user.click(screen.getByRole('radio', { name: 'Custom proxy' }))
    expect(settings().network.way).toBe('manual')
    await user.click(screen.getByRole('radio', { name: 'No proxy' }))
    expect(settings().network).toMatchObject({ way: 'direct', proxy: { host: 'proxy.example' } })
  })
})
