import { comparisonScene } from './comparison.ts';
import { diagramScene } from './diagram.ts';
import { endScene } from './end.ts';
import { listScene } from './list.ts';
import { numberScene } from './number.ts';
import type { Part } from './part.ts';
import { quoteScene } from './quote.ts';
import type { Setting } from './setting.ts';
import { subjectScene } from './subject.ts';
import { timelineScene } from './timeline.ts';
import { titleScene } from './title.ts';

/** The parts of a beat's scene and where they rest, by its kind: nothing is painted yet. */
export function layOut(setting: Setting): Part[] {
  const { scene } = setting.beat;
  switch (scene.kind) {
    case 'title':
      return titleScene(setting);
    case 'subject':
      return subjectScene(setting, scene.facts);
    case 'comparison':
      return comparisonScene(setting, scene);
    case 'list':
      return listScene(setting, scene.items);
    case 'number':
      return numberScene(setting, scene);
    case 'timeline':
      return timelineScene(setting, scene.points);
    case 'quote':
      return quoteScene(setting, scene);
    case 'diagram':
      return diagramScene(setting, scene);
    case 'end':
      return endScene(setting);
  }
}
