import { Type } from 'typebox';
import { anyObject } from '../../platform/http/schema.ts';
import type { BoundSkill } from '../catalogue/skill.ts';

export const cardSchema = anyObject('An A2A 0.3.0 agent card.');

/** What this agent can do, as A2A 0.3.0 describes agents. */
export function agentCard(skills: readonly BoundSkill[], baseUrl: string) {
  const url = `${baseUrl}/a2a`;
  return {
    protocolVersion: '0.3.0',
    name: 'kith',
    description: 'Small data skills for agents: send "<skill-id> <value>" and get JSON back.',
    version: '1.1.0',
    url,
    preferredTransport: 'JSONRPC',
    additionalInterfaces: [{ url, transport: 'JSONRPC' }],
    documentationUrl: `${baseUrl}/llms.txt`,
    capabilities: { streaming: false, pushNotifications: false, stateTransitionHistory: false },
    defaultInputModes: ['text/plain', 'application/json'],
    defaultOutputModes: ['application/json', 'text/plain'],
    skills: skills.map((skill) => ({
      id: skill.id,
      name: skill.id,
      description: skill.does,
      tags: skill.id.split('-'),
      examples: [`${skill.id} ${(skill.example as Record<string, unknown>)[skill.value]}`],
      inputModes: ['text/plain'],
      outputModes: ['application/json'],
    })),
  };
}

const part = Type.Union([
  Type.Object({ kind: Type.Literal('text'), text: Type.String({ maxLength: 65_536 }) }),
  Type.Object({ kind: Type.Literal('data'), data: anyObject() }),
]);

/** A message as it is received. Other fields of the protocol are accepted and dropped. */
export const sentMessage = Type.Object({
  kind: Type.Optional(Type.Literal('message')),
  role: Type.Union([Type.Literal('user'), Type.Literal('agent')]),
  messageId: Type.String({ minLength: 1, maxLength: 200 }),
  contextId: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  taskId: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  parts: Type.Array(part, { minItems: 1, maxItems: 20 }),
});
