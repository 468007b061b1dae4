import { z } from 'zod'
import { type GivenSource, sourceUses, type TaskSource } from './task-source.ts'

export const taskSourceSchema: z.ZodType<TaskSource> = z.object({ item: z.string(), how: z.enum(sourceUses) })

export const givenSourcesSchema: z.ZodType<readonly GivenSource[]> = z
  .array(z.object({ item: z.string().min(1).max(200), how: z.enum(sourceUses).exclude(['input']) }))
  .max(200)
