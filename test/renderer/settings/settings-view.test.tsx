import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { SpendingLimits } from '../../../renderer/account/spending-limits.tsx'
import type { SettingsSection } from '../../../renderer/navigation/route.ts'
import { navigate } from '../../../renderer/navigation/route.ts'
import { SettingsView } from '../../../renderer/settings/settings-view.tsx'
import { TooltipProvider } from '../../../renderer/ui/tooltip.tsx'
import { openSettingsSession } from './open-settings-session.ts'

function viewAt(section: SettingsSection | null) {
  return (
    <TooltipProvider>
      <SettingsView whatLeaves={null} otherAccounts={null} spendingLimits={<SpendingLimits />} section={section} />
    </TooltipProvider>
  )
}
function open(section: SettingsSection | null = null) {
  openSettingsSession()
  return { user: userEvent.setup(), ...render(viewAt(section)) }
}
const regions = (): (string | null)[] => screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'))
const tab = (name: string): HTMLElement => screen.getByRole('tab', { name })

describe('the settings', () => {
  it('show one page at a time, and mark it in the list', async () => {
    const { user } = open()
    expect(regions()).toEqual(['Theme', 'Language', 'Actions on several results', 'Desktop'])
    await user.click(tab('Library'))
    expect(regions()).toEqual(['Library folder', 'File names', 'Recipes'])
    expect(tab('Library').getAttribute('aria-selected')).toBe('true')
    expect(screen.getByRole('tabpanel', { name: 'Library' })).toBeDefined()
  })

  it('move through the list with arrow keys, Home and End, in one Tab stop', async () => {
    const { user } = open()
    tab('General').focus()
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(tab('Connection'))
    expect(regions()[0]).toBe('Connection')
    await user.keyboard('{End}')
    expect(document.activeElement).toBe(tab('About'))
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(tab('General'))
    await user.keyboard('{ArrowUp}{Home}')
    expect(document.activeElement).toBe(tab('General'))
    expect(screen.getAllByRole('tab').filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
  })

  it('open and focus the section of a link, also when they are already open', () => {
    const { rerender } = open('network')
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Network' }))
    navigate({ view: 'settings', section: 'contract-changes' })
    rerender(viewAt('contract-changes'))
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'API changes' }))
  })

  it('lead from a search result to its control', async () => {
    const { user } = open()
    const box = screen.getByRole('searchbox', { name: 'Search settings' })
    await user.type(box, 'daily')
    const results = screen.getByRole('list', { name: 'Search results' })
    expect(within(results).getAllByRole('button')[0]?.textContent).toMatch(/^Daily limit/)
    expect(screen.queryAllByRole('tab', { selected: true })).toEqual([])
    await user.keyboard('{ArrowDown}{Enter}')
    expect(document.activeElement).toBe(screen.getByLabelText('Daily limit'))
    expect((box as HTMLInputElement).value).toBe('')
    await user.type(box, 'failed{Enter}')
    expect(document.activeElement).toBe(screen.getByRole('switch', { name: 'Failed' }))
  })

  it('say that nothing was found, and clear the search with the focus in its field', async () => {
    const { user } = open()
    const box = screen.getByRole('searchbox', { name: 'Search settings' })
    await user.type(box, 'xyzzy')
    expect(screen.getByText('No results for “xyzzy”')).toBeDefined()
    await user.click(screen.getAllByRole('button', { name: 'Clear search' }).at(-1) as HTMLElement)
    expect(document.activeElement).toBe(box)
    expect(regions()).toEqual(['Theme', 'Language', 'Actions on several results', 'Desktop'])
  })
})
