/** A message as a summariser sees it. All of it is data: whatever a text asks for, nobody is being asked. */
export interface Said {
  readonly from: string;
  readonly body: string;
}

export interface Numbered extends Said {
  readonly id: number;
}

/** Makes two to four sentences, in plain text, of what was really said; there is at least one message. */
export interface Summariser {
  /** `account` is whose budget a model's answer counts against. */
  summarise(room: string, said: readonly Numbered[], account: string): Promise<readonly string[]>;
}
