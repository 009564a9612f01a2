import { z } from 'zod'
import { Nothing } from './common.ts'
import { endpoint } from './endpoint.ts'

export const system = {
  health: endpoint({
    needs: 'public',
    route: { method: 'GET', path: '/api/health', summary: 'The process answers' },
  })
    .input(Nothing)
    .output(z.object({ status: z.literal('ok') })),

  ready: endpoint({
    needs: 'public',
    route: { method: 'GET', path: '/api/ready', summary: 'It can do its work' },
    errors: ['NOT_READY'],
  })
    .input(Nothing)
    .output(z.object({ status: z.literal('ready') })),

  setup: endpoint({
    needs: 'public',
    route: {
      method: 'GET',
      path: '/platform/setup',
      summary: 'Whether the first owner account still has to be made',
    },
  })
    .input(Nothing)
    .output(z.object({ needs_owner: z.boolean(), version: z.string() })),
}
