// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.protocol;

import io.orrery.model.ErrorCode;
import io.orrery.wire.connection.Refusal;

/// The errors of this protocol: a status, and the code that clients look at.
public enum TableError {
  INVALID_INPUT(400, "InvalidInput"),
  INVALID_URI(400, "InvalidUri"),
  INVALID_RESOURCE_NAME(400, "InvalidResourceName"),
  INVALID_HEADER_VALUE(400, "InvalidHeaderValue"),
  MISSING_REQUIRED_HEADER(400, "MissingRequiredHeader"),
  INVALID_QUERY_PARAMETER_VALUE(400, "InvalidQueryParameterValue"),
  INVALID_XML_DOCUMENT(400, "InvalidXmlDocument"),
  INVALID_XML_NODE_VALUE(400, "InvalidXmlNodeValue"),
  MISSING_REQUIRED_XML_NODE(400, "MissingRequiredXmlNode"),
  UNSUPPORTED_XML_NODE(400, "UnsupportedXmlNode"),
  OUT_OF_RANGE_INPUT(400, "OutOfRangeInput"),
  PROPERTIES_NEED_VALUE(400, "PropertiesNeedValue"),
  PROPERTY_NAME_INVALID(400, "PropertyNameInvalid"),
  PROPERTY_NAME_TOO_LONG(400, "PropertyNameTooLong"),
  PROPERTY_VALUE_TOO_LARGE(400, "PropertyValueTooLarge"),
  TOO_MANY_PROPERTIES(400, "TooManyProperties"),
  KEY_VALUE_TOO_LARGE(400, "KeyValueTooLarge"),
  ENTITY_TOO_LARGE(400, "EntityTooLarge"),
  INVALID_DUPLICATE_ROW(400, "InvalidDuplicateRow"),
  COMMANDS_IN_BATCH_ACT_ON_DIFFERENT_PARTITIONS(400, "CommandsInBatchActOnDifferentPartitions"),
  AUTHENTICATION_FAILED(403, "AuthenticationFailed"),
  AUTHORIZATION_FAILURE(403, "AuthorizationFailure"),
  AUTHORIZATION_PERMISSION_MISMATCH(403, "AuthorizationPermissionMismatch"),
  CORS_PREFLIGHT_FAILURE(403, "CorsPreflightFailure"),
  WRITE_ON_SECONDARY(403, "WriteOperationNotSupportedOnSecondary"),
  PARTITION_KEY_FULL(403, "InsufficientStorage"),
  RESOURCE_NOT_FOUND(404, "ResourceNotFound"),
  TABLE_NOT_FOUND(404, "TableNotFound"),
  METHOD_NOT_ALLOWED(405, "MethodNotAllowed"),
  NOT_ACCEPTABLE(406, "NotAcceptable"),
  OPERATION_TIMED_OUT(500, "OperationTimedOut"),
  ENTITY_ALREADY_EXISTS(409, "EntityAlreadyExists"),
  TABLE_ALREADY_EXISTS(409, "TableAlreadyExists"),
  UPDATE_CONDITION_NOT_SATISFIED(412, "UpdateConditionNotSatisfied"),
  REQUEST_BODY_TOO_LARGE(413, "RequestBodyTooLarge"),
  URI_TOO_LONG(414, "RequestUriTooLong"),
  ATOM_NOT_SUPPORTED(415, "AtomFormatNotSupported"),
  MEDIA_TYPE_NOT_SUPPORTED(415, "MediaTypeNotSupported"),
  TOO_MANY_REQUESTS(429, "TooManyRequests"),
  HEADERS_TOO_LARGE(431, "RequestHeaderFieldsTooLarge"),
  INTERNAL_ERROR(500, "InternalError"),
  NOT_IMPLEMENTED(501, "NotImplemented"),
  SERVER_BUSY(503, "ServerBusy"),
  VERSION_NOT_SUPPORTED(505, "HttpVersionNotSupported");

  private final int status;
  private final String code;

  TableError(int status, String code) {
    this.status = status;
    this.code = code;
  }

  public int status() {
    return status;
  }

  /// As it stands in bodies and in `x-ms-error-code`.
  public String code() {
    return code;
  }

  /// What a failure of the engine is here.
  public static TableError of(ErrorCode code) {
    return switch (code) {
      case INVALID_ARGUMENT, MALFORMED, HISTORY_GONE, PARTITION_KEY_MISMATCH, CONTAINER_REPLACED ->
          INVALID_INPUT;
      case UNAUTHENTICATED -> AUTHENTICATION_FAILED;
      case FORBIDDEN -> AUTHORIZATION_FAILURE;
      case PARTITION_KEY_FULL -> PARTITION_KEY_FULL;
      case NOT_FOUND -> RESOURCE_NOT_FOUND;
      case OWNER_NOT_FOUND -> TABLE_NOT_FOUND;
      case METHOD_NOT_ALLOWED -> METHOD_NOT_ALLOWED;
      case DEADLINE_EXCEEDED, CANCELLED -> OPERATION_TIMED_OUT;
      case CONFLICT, UNIQUE_KEY_VIOLATION -> ENTITY_ALREADY_EXISTS;
      case PRECONDITION_FAILED -> UPDATE_CONDITION_NOT_SATISFIED;
      case ITEM_TOO_LARGE -> ENTITY_TOO_LARGE;
      case LIMIT_EXCEEDED -> REQUEST_BODY_TOO_LARGE;
      case TOO_MANY_REQUESTS -> TOO_MANY_REQUESTS;
      case NOT_SUPPORTED -> NOT_IMPLEMENTED;
      case RETRY_WITH, RANGE_GONE, SESSION_NOT_AVAILABLE, UNAVAILABLE -> SERVER_BUSY;
      case CORRUPTED, STORAGE_FAILED, INTERNAL -> INTERNAL_ERROR;
    };
  }

  /// What the network refused before, or in place of, the door.
  public static TableError of(Refusal.Reason reason) {
    return switch (reason) {
      case MALFORMED -> INVALID_INPUT;
      case TIMED_OUT -> OPERATION_TIMED_OUT;
      case TOO_LARGE -> REQUEST_BODY_TOO_LARGE;
      case LINE_TOO_LONG -> URI_TOO_LONG;
      case HEADERS_TOO_LARGE -> HEADERS_TOO_LARGE;
      case FAILED -> INTERNAL_ERROR;
      case UNAVAILABLE -> SERVER_BUSY;
      case VERSION_NOT_SUPPORTED -> VERSION_NOT_SUPPORTED;
    };
  }
}
