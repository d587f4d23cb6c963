import { anyObject } from '../../platform/http/schema.ts';
import type { BoundSkill } from '../catalogue/skill.ts';
import { versions } from './versions.ts';

export const cardSchema = anyObject('An A2A agent card with the fields of 1.0 and of 0.3.0.');

/**
 * One card serves both versions: a 1.0 client reads `supportedInterfaces`, a 0.3 client reads `url` and
 * `protocolVersion`, and each ignores the other's fields. The versions differ in how they write security
 * schemes, and this card has none.
 */
export function agentCard(skills: readonly BoundSkill[], baseUrl: string) {
  const url = `${baseUrl}/a2a`;
  return {
    name: 'kith',
    description:
      'Small data skills for agents. Send the text "<skill-id> <value>", or data {"skill": "<skill-id>", "params": {…}}, and get JSON back.',
    version: '1.1.0',
    supportedInterfaces: versions.map((protocolVersion) => ({
      url,
      protocolBinding: 'JSONRPC',
      protocolVersion,
    })),
    protocolVersion: '0.3.0',
    url,
    preferredTransport: 'JSONRPC',
    additionalInterfaces: [{ url, transport: 'JSONRPC' }],
    documentationUrl: `${baseUrl}/llms.txt`,
    capabilities: {
      streaming: false,
      pushNotifications: false,
      stateTransitionHistory: false,
      extendedAgentCard: false,
    },
    defaultInputModes: ['text/plain', 'application/json'],
    defaultOutputModes: ['application/json', 'text/plain'],
    skills: skills.map((skill) => ({
      id: skill.id,
      name: skill.id,
      description: skill.does,
      tags: skill.id.split('-'),
      examples: listExamples(skill),
      inputModes: ['text/plain', 'application/json'],
      outputModes: ['application/json'],
    })),
  };
}

/** Each example as text and as structured input: text can carry one value, not several parameters. */
function listExamples(skill: BoundSkill): string[] {
  const params = skill.example;
  const structured = JSON.stringify({ skill: skill.id, params });
  return Object.keys(params).length === 1 ? [`${skill.id} ${params[skill.value]}`, structured] : [structured];
}
