import { describe, expect, it } from 'vitest'
import { fileNameOf, withFileNames } from '../../../shared/form/file-names.ts'

describe('a file name', () => {
  it.each([
    ['/home/me/a vase.png', 'a vase.png'],
    ['C:\\Users\\me\\a vase.png', 'a vase.png'],
    ['/home/me/photos/', 'photos'],
    ['a vase.png', 'a vase.png'],
    ['/', '']
  ])('is the last part of %s', (path, name) => expect(fileNameOf(path)).toBe(name))
})

describe('values with file names', () => {
  it('have no folder of a local file, at any depth, and are otherwise the same', () => {
    const values = {
      prompt: '/home/me/isn’t a file here',
      imageUrls: [{ file: '/home/me/a.png' }, { item: 'task.1' }, 'https://a.example/b.png'],
      shots: [{ image: { file: 'C:\\me\\c.png' }, seconds: 5, mask: null }]
    }
    expect(withFileNames(values)).toEqual({
      ...values,
      imageUrls: [{ file: 'a.png' }, { item: 'task.1' }, 'https://a.example/b.png'],
      shots: [{ image: { file: 'c.png' }, seconds: 5, mask: null }]
    })
  })
})
