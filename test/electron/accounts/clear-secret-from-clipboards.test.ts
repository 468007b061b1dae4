import { describe, expect, it } from 'vitest'
import { Secret } from '../../../electron/accounts/secret.ts'
import { clearSecretFromClipboards } from '../../../electron/accounts/clear-secret-from-clipboards.ts'

function clipboardWith(content: string | Error) {
  const clipboard = {
    content,
    readText: async () => {
      if (clipboard.content instanceof Error) throw clipboard.content
      return clipboard.content
    },
    clear: () => {
      clipboard.content = ''
    }
  }
  return clipboard
}

const key = new Secret('sk-secret-1')

describe('a pasted key', () => {
  it.each(['sk-secret-1', '  sk-secret-1\n'])('is removed from a clipboard that contains it: %j', async (content) => {
    const clipboard = clipboardWith(content)
    expect(await clearSecretFromClipboards([clipboard], key)).toBe(true)
    expect(clipboard.content).toBe('')
  })

  it.each(['', 'sk-secret-12', 'my key is sk-secret-1', 'a shopping list'])('doesn’t affect other clipboard text: %j', async (content) => {
    const clipboard = clipboardWith(content)
    expect(await clearSecretFromClipboards([clipboard], key)).toBe(false)
    expect(clipboard.content).toBe(content)
  })

  it('is removed from every clipboard, even if one can’t be read', async () => {
    const selection = clipboardWith('sk-secret-1')
    expect(await clearSecretFromClipboards([clipboardWith(new Error('denied')), selection], key)).toBe(true)
    expect(selection.content).toBe('')
  })

  it('doesn’t match an empty clipboard if it is empty', async () => {
    expect(await clearSecretFromClipboards([clipboardWith('')], new Secret(''))).toBe(false)
  })
})
