import type { Task } from '../../shared/task.ts'
import type { RogueStory } from './open-rogue-story.ts'

/** Asks for a face swap of two photos, and waits until the service asks which face is meant. */
export async function askForFaces(story: RogueStory): Promise<Task> {
  const values = {
    targetImageUrl: { file: await story.photo('family.png') },
    referenceFaceImageUrl: { file: await story.photo('potter.png') }
  }
  const task = await story.studio.submit({ capability: 'face-swap', values })
  return story.until(task.id, 'needs_input')
}

/** Chooses the second face that is shown. */
export async function chooseSecondFace(story: RogueStory, id: string): Promise<void> {
  const { faces } = await story.studio.faces(id)
  await story.studio.selectFaces(id, { kind: 'faces', picks: [{ faceId: faces[1]?.id ?? '', reference: 0 }] })
}
