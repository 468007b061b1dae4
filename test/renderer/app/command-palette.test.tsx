import { fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { actionStore } from '../../../renderer/actions/action-store.ts'
import { CommandPalette } from '../../../renderer/app/command-palette.tsx'
import { session, taskStore } from '../../../renderer/bridge/session.ts'
import { navigate, routeStore } from '../../../renderer/navigation/route.ts'
import { ignoreCompositionKeys } from '../../../renderer/ui/ignore-composition-keys.ts'
import type { Settings } from '../../../shared/app/settings.ts'
import { loadLocale } from '../../../shared/i18n/load-locale.ts'
import type { TaskResult } from '../../../shared/task/task.ts'
import { aTask } from '../a-task.ts'
import { practiceCapabilities } from '../actions/practice-capabilities.ts'
import { openSettingsSession } from '../settings/open-settings-session.ts'

ignoreCompositionKeys()
taskStore.load([aTask({ id: 'a', results: [{ id: 'a.0', index: 0, medium: 'image' } as TaskResult] })])
const find = vi.fn<(search: string) => void>()
const input = () => screen.getByRole('combobox')
const chosen = () => screen.getByRole('option', { selected: true }).textContent
const foot = () => screen.getByText('move').parentElement?.textContent

/** Opens the palette over an image in the viewer, so that it offers actions on the image. */
function open(): { readonly user: ReturnType<typeof userEvent.setup>; readonly settings: () => Settings } {
  const settings = openSettingsSession({
    'library.find': ({ search }) => {
      find(search)
      return { ok: true, value: [] }
    }
  })
  session.setState({ capabilities: { state: 'ready', value: practiceCapabilities } })
  navigate({ view: 'viewer', itemId: 'a.0' })
  render(<CommandPalette isOpen onClose={() => undefined} />)
  return { user: userEvent.setup(), settings }
}

beforeEach(() => {
  find.mockReset()
  actionStore.setState({ request: null })
})

describe('the command palette', () => {
  it('runs nothing on the Enter that confirms a candidate of an input method', async () => {
    const { user } = open()
    await user.type(input(), 'upscale')
    fireEvent.keyDown(input(), { key: 'Enter', isComposing: true })
    expect(actionStore.getState().request).toBeNull()
    await user.keyboard('{Enter}')
    expect(actionStore.getState().request).toMatchObject({ kind: 'apply', itemIds: ['a.0'] })
  })

  it('says whether Enter sends or opens', async () => {
    const { user } = open()
    await user.type(input(), 'upscale')
    expect(foot()).toContain('↵ send')
    await user.tab()
    expect(foot()).toContain('↵ send')
    expect(foot()).toContain('Tab open the form')
    await user.keyboard('{Backspace}')
    await user.type(input(), 'settings')
    expect(foot()).toContain('↵ open')
  })

  it('names its field after the action while a value is chosen', async () => {
    const { user } = open()
    await user.type(input(), 'upscale')
    await user.tab()
    expect(screen.getByRole('combobox', { name: 'Upscale' }).getAttribute('placeholder')).toBe('Upscale')
    expect(within(screen.getByRole('listbox')).getAllByRole('option')).toHaveLength(3)
    await user.keyboard('{Backspace}')
    expect(screen.getByRole('combobox', { name: 'Search or run a command' })).toBeTruthy()
  })

  it('returns to the current value when the query is cleared, and stays there while Backspace is held', async () => {
    const { user } = open()
    await user.type(input(), 'upscale')
    await user.tab()
    await user.keyboard('{ArrowDown}')
    const current = /^Upscale: 2×/
    expect(chosen()).not.toMatch(current)
    await user.type(input(), '8')
    expect(chosen()).toMatch(/^Upscale: 8×/)
    await user.keyboard('{Backspace}')
    expect(chosen()).toMatch(current)
    fireEvent.keyDown(input(), { key: 'Backspace', repeat: true })
    expect(chosen()).toMatch(current)
    fireEvent.keyDown(input(), { key: 'Backspace' })
    expect(chosen()).not.toMatch(current)
  })

  it('doesn’t search the library while a value is chosen', async () => {
    const { user } = open()
    await user.type(input(), 'upscale')
    await user.tab()
    await user.type(input(), '8')
    expect(find).toHaveBeenCalledWith('upscale')
    expect(find).not.toHaveBeenCalledWith('8')
  })

  it('remembers commands in every language, but not an action on a result', async () => {
    const { user, settings } = open()
    await user.type(input(), 'upscale{Enter}')
    expect(settings().recentCommands).toEqual([])
    await user.clear(input())
    await user.type(input(), 'daily limit{Enter}')
    expect(routeStore.getState().route).toMatchObject({ view: 'account', section: 'limit' })
    expect(settings().recentCommands).toHaveLength(1)
    await loadLocale('zh-Hans')
    try {
      await user.clear(input())
      const group = screen.getByRole('group', { name: '最近的命令' })
      expect(within(group).getAllByRole('option')[0]?.textContent).toContain('每日上限')
    } finally {
      await loadLocale('en')
    }
  })
})
