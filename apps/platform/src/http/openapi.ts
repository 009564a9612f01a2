import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { contract } from '@plinth/contract'

type OpenApiDocument = Awaited<ReturnType<OpenAPIGenerator['generate']>>
let document: Promise<OpenApiDocument> | undefined

/** The OpenAPI 3.1 document of every call; made at the first request, it never changes while the process runs. */
export function openApiDocument(publicUrl: string): Promise<OpenApiDocument> {
  document ??= new OpenAPIGenerator({
    schemaConverters: [new ZodToJsonSchemaConverter()],
  }).generate(contract, {
    info: {
      title: 'Plinth',
      version: '1',
      description:
        'Calls under /v1 are the public management API. Those under /platform are what the dashboard uses.',
    },
    servers: [{ url: publicUrl }],
    security: [{ accessToken: [] }],
    components: {
      securitySchemes: {
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token, made under Account → Access tokens',
        },
      },
    },
  })
  return document
}
