import { fileRoute } from './file-routes.ts';
import { deleteFileRoute, uploadsRoute } from './own-file-routes.ts';
import { uploadRoute } from './upload-routes.ts';

export const uploadRoutes = [uploadRoute, fileRoute, uploadsRoute, deleteFileRoute];
