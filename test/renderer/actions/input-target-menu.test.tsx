import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { InputTargetMenu, type InputTargetMenuProps } from '../../../renderer/actions/input-target-menu.tsx'
import { session } from '../../../renderer/bridge/session.ts'
import { practiceCapabilities } from './practice-capabilities.ts'

const image = ['image'] as const

function open() {
  session.setState({ capabilities: { state: 'ready', value: practiceCapabilities } })
  const onChoose = vi.fn<InputTargetMenuProps['onChoose']>()
  render(<InputTargetMenu media={image} onChoose={onChoose} empty="Nothing" />)
  const chosen = (): readonly string[] => onChoose.mock.calls.map(([{ capability, field }]) => `${capability.title}: ${field.label}`)
  return { user: userEvent.setup(), chosen, box: (name: string) => screen.getByRole('combobox', { name }) }
}

describe('the menu of capabilities that accept a file', () => {
  it('shows the price, and chooses a capability with one field at once', async () => {
    const { user, chosen, box } = open()
    await user.type(box('Use as input for'), 'background removal{Enter}')
    expect(chosen()).toEqual(['Background removal: Image'])
    expect(screen.getByRole('option', { name: /^Background removal/ }).textContent).toBe('Background removalImage2 credits')
  })

  it('asks for the field if there are several, and can go back', async () => {
    const { user, chosen, box } = open()
    await user.type(box('Use as input for'), 'reference face')
    expect(screen.getAllByRole('option', { name: /^Face swap/ })).toHaveLength(1)
    await user.click(screen.getByRole('option', { name: /^Face swap/ }))
    expect(chosen()).toEqual([])
    await vi.waitFor(() => expect(document.activeElement).toBe(box('Use as')))
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Target photo', 'Reference face'])
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await vi.waitFor(() => expect(document.activeElement).toBe(box('Use as input for')))
    await user.type(box('Use as input for'), 'face swap{Enter}')
    await vi.waitFor(() => expect(document.activeElement).toBe(box('Use as')))
    await user.keyboard('{ArrowDown}{Enter}')
    expect(chosen()).toEqual(['Face swap: Reference face'])
  })
})
